import { WorldClock } from "../../ports/clock.ts";
import { Cell } from "../../ports/ids.ts";
import { ApiKeys } from "../../ports/organisations/api-keys.ts";
import { Organisations } from "../../ports/organisations/organisations.ts";
import { Notices } from "../../ports/people/notices.ts";
import type { Principal } from "../../ports/principal.ts";
import { Random } from "../../ports/crypto.ts";
import { Process } from "../shared/process.ts";
import { type Act, AuditTrail, whoDid } from "../operations/audit-trail.ts";
import type { ApiKeyId, OrganisationId } from "../shared/ids.ts";
import { defineProblem, InvalidTransition, NotFound } from "../shared/problem.ts";
import {
  type ApiKey,
  type ApiKeyChanges,
  checkExpiry,
  CLAIM_DAYS,
  newSecretKey,
  type WantedApiKey,
} from "./api-key.ts";

export const AlreadyClaimed = defineProblem(
  "already_claimed",
  "conflict",
  "The key has already been claimed, and its secret was shown then. Roll the key if the secret is lost.",
);
export const ClaimExpired = defineProblem(
  "claim_expired",
  "gone",
  `A key that is handed over can be claimed for ${CLAIM_DAYS} days. Ask for a new key.`,
);

const DAY_MS = 86_400_000;

/** A key with its secret, which cannot be read later. */
interface Shown {
  readonly apiKey: ApiKey;
  readonly secret: string;
}

/** The life of a key between its creation and its revocation. */
export class ApiKeyAdministration extends Process<typeof ApiKeyAdministration.needs> {
  static readonly needs = {
    apiKeys: ApiKeys,
    organisations: Organisations,
    notices: Notices,
    trail: AuditTrail,
    clock: WorldClock,
    random: Random,
    cell: Cell,
  };

  /** Creates a key without a secret: the secret is made when a member of the organisation claims it. */
  handOver(act: Act, organisationId: OrganisationId, request: WantedApiKey): Promise<ApiKey> {
    const { trail, apiKeys, notices, clock } = this.parts;
    return trail.run(act, async (record) => {
      const createdAt = clock.now();
      checkExpiry(request, createdAt);
      const claimUntil = new Date(createdAt.getTime() + CLAIM_DAYS * DAY_MS);
      const key = { expiresAt: null, allowedAddresses: null, ...request, createdAt };
      const apiKey = await apiKeys.handOver(organisationId, key, claimUntil);
      const facts = { ...request, claimUntil: claimUntil.toISOString() };
      await record({
        organisationId,
        action: "api_key.handed_over",
        subject: `api_key:${apiKey.id}`,
        facts,
      });
      await notices.addOfKey(organisationId, apiKey.id, { step: "handed_over", by: whoDid(act) });
      return apiKey;
    });
  }

  /** Makes the secret of a handed-over key, once: of concurrent claims one succeeds. */
  claim(act: Act, organisationId: OrganisationId, id: ApiKeyId): Promise<Shown> {
    const { trail, apiKeys, notices, clock } = this.parts;
    return trail.run(act, async (record) => {
      const { revokedAt, claimUntil, claimedAt } = await this.#locked(organisationId, id);
      if (revokedAt !== null) throw InvalidTransition.because("The key is revoked.");
      if (claimUntil === null)
        throw InvalidTransition.because(
          "The key was not handed over: its secret was shown when it was created.",
        );
      if (claimedAt !== null) throw AlreadyClaimed.because();
      const now = clock.now();
      if (now > claimUntil) throw ClaimExpired.because();
      const { key: secret, prefix, hash } = await this.#newSecret(organisationId);
      const claim = { prefix, hash, by: nameOf(act.actor), now };
      const apiKey = await apiKeys.claim(organisationId, id, claim);
      await record({
        organisationId,
        action: "api_key.claimed",
        subject: `api_key:${id}`,
        facts: { prefix },
      });
      await notices.addOfKey(organisationId, id, { step: "claimed", by: whoDid(act) });
      return { apiKey, secret };
    });
  }

  /**
   * Replaces the secret. The former one works for the given hours; an earlier one that still worked ends immediately.
   * The key stays the same: with a new key a repeated purchase would be made twice, and the proof key would have to
   * move.
   */
  roll(act: Act, organisationId: OrganisationId, id: ApiKeyId, graceHours: number): Promise<Shown> {
    const { trail, apiKeys, notices, clock } = this.parts;
    return trail.run(act, async (record) => {
      const { revokedAt, expiresAt, prefix: former } = await this.#locked(organisationId, id);
      if (revokedAt !== null) throw InvalidTransition.because("The key is revoked.");
      if (former === null)
        throw InvalidTransition.because("The key has not been claimed: it has no secret yet.");
      if (expiresAt !== null && expiresAt <= clock.now())
        throw InvalidTransition.because("The key has expired: a new secret would not work.");
      const { key: secret, prefix, hash } = await this.#newSecret(organisationId);
      const apiKey = await apiKeys.roll(organisationId, id, { prefix, hash, graceHours });
      const facts = { prefix, formerPrefix: former, graceHours };
      await record({ organisationId, action: "api_key.rolled", subject: `api_key:${id}`, facts });
      await notices.addOfKey(organisationId, id, { step: "rolled", by: whoDid(act) });
      return { apiKey, secret };
    });
  }

  /** Changes a key, effective immediately. Omitted fields are unchanged. */
  change(act: Act, organisationId: OrganisationId, id: ApiKeyId, changes: ApiKeyChanges): Promise<ApiKey> {
    const { trail, apiKeys } = this.parts;
    return trail.run(act, async (record) => {
      const before = await this.#locked(organisationId, id);
      if (Object.keys(changes).length === 0) return before;
      if (before.revokedAt !== null) throw InvalidTransition.because("The key is revoked.");
      const changed = await apiKeys.change(organisationId, id, changes);
      if (changed === null) throw NotFound.because();
      const subject = `api_key:${id}`;
      await record({ organisationId, action: "api_key.changed", subject, facts: { ...changes } });
      return changed;
    });
  }

  async #locked(organisationId: OrganisationId, id: ApiKeyId): Promise<ApiKey> {
    const apiKey = await this.parts.apiKeys.lock(organisationId, id);
    if (apiKey === null) throw NotFound.because();
    return apiKey;
  }

  async #newSecret(organisationId: OrganisationId) {
    const { random, cell, organisations } = this.parts;
    return newSecretKey(random, cell, await organisations.modeOf(organisationId));
  }
}

function nameOf({ kind, id }: Principal): string {
  return `${kind}:${id}`;
}

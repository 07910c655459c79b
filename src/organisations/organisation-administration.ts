import { Cell } from "../../ports/ids.ts";
import { ApiKeys } from "../../ports/organisations/api-keys.ts";
import { Notices } from "../../ports/people/notices.ts";
import { WorldClock } from "../../ports/clock.ts";
import { Currencies } from "../../ports/currencies.ts";
import { type OrganisationChanges, Organisations } from "../../ports/organisations/organisations.ts";
import { Random } from "../../ports/crypto.ts";
import { Process } from "../shared/process.ts";
import type { ApiKeyId, OrganisationId } from "../shared/ids.ts";
import { KnownContracts } from "./known-contracts.ts";
import { NotFound } from "../shared/problem.ts";
import { type ApiKey, checkExpiry, newSecretKey, type WantedApiKey } from "./api-key.ts";
import { type Act, AuditTrail, whoDid } from "../operations/audit-trail.ts";
import { DEFAULT_SETTINGS, type Organisation, type OrganisationSettings, SlugTaken } from "./organisation.ts";
import type { Mode } from "./mode.ts";
import { checkCurrencies } from "./settings.ts";

/** The operator's actions on organisations and their keys. Each writes an audit entry. */
export class OrganisationAdministration extends Process<typeof OrganisationAdministration.needs> {
  static readonly needs = {
    organisations: Organisations,
    apiKeys: ApiKeys,
    notices: Notices,
    trail: AuditTrail,
    currencies: Currencies,
    contracts: KnownContracts,
    clock: WorldClock,
    random: Random,
    cell: Cell,
  };

  /** Creates an organisation; omitted settings have their defaults. Its mode cannot be changed later. */
  createOrganisation(
    act: Act,
    {
      slug,
      name,
      mode = "live",
      ...settings
    }: { readonly slug: string; readonly name: string; readonly mode?: Mode } & Partial<OrganisationSettings>,
  ): Promise<Organisation> {
    const { currencies, contracts, trail, clock, organisations } = this.parts;
    checkCurrencies(settings, currencies);
    contracts.refuse("treasuryAddress", settings.treasuryAddress);
    return trail.run(act, async (record) => {
      const newOrganisation = { ...DEFAULT_SETTINGS, ...settings, slug, name, mode, createdAt: clock.now() };
      const organisation = await organisations.add(newOrganisation);
      if (organisation === null) {
        throw SlugTaken.because(undefined, {
          issues: [{ path: "slug", code: "taken", message: SlugTaken.message }],
        });
      }
      const { id: organisationId, createdAt: _, ...facts } = organisation;
      await record({
        organisationId,
        action: "organisation.created",
        subject: `organisation:${slug}`,
        facts,
      });
      return organisation;
    });
  }

  async organisation(slug: string): Promise<Organisation> {
    const organisation = await this.parts.organisations.bySlug(slug);
    if (organisation === null) throw NotFound.because("No such organisation.");
    return organisation;
  }

  async changeOrganisation(
    act: Act,
    organisation: Organisation,
    changes: OrganisationChanges,
  ): Promise<Organisation> {
    const { currencies, contracts, trail, organisations } = this.parts;
    checkCurrencies(changes, currencies);
    contracts.refuse("treasuryAddress", changes.treasuryAddress);
    if (Object.keys(changes).length === 0) return organisation;
    return trail.run(act, async (record) => {
      const changed = await organisations.update(organisation.id, changes);
      await record({
        organisationId: organisation.id,
        action: "organisation.changed",
        subject: `organisation:${organisation.slug}`,
        facts: { ...changes },
      });
      return changed;
    });
  }

  /** @returns the key with its secret, which cannot be read later */
  createApiKey(
    act: Act,
    organisationId: OrganisationId,
    request: WantedApiKey,
  ): Promise<{ readonly apiKey: ApiKey; readonly secret: string }> {
    const { random, cell, trail, clock, apiKeys, notices, organisations } = this.parts;
    return trail.run(act, async (record) => {
      const mode = await organisations.modeOf(organisationId);
      const { key: secret, prefix, hash } = newSecretKey(random, cell, mode);
      const createdAt = clock.now();
      checkExpiry(request, createdAt);
      const apiKey = await apiKeys.add(
        organisationId,
        { expiresAt: null, allowedAddresses: null, ...request, createdAt },
        { prefix, hash },
      );
      const subject = `api_key:${apiKey.id}`;
      await record({ organisationId, action: "api_key.created", subject, facts: { ...request, prefix } });
      await notices.addOfKey(organisationId, apiKey.id, { step: "created", by: whoDid(act) });
      return { apiKey, secret };
    });
  }

  /** Revokes the key, effective immediately. Repeating it changes nothing. */
  revokeApiKey(act: Act, organisationId: OrganisationId, id: ApiKeyId): Promise<ApiKey> {
    const { trail, apiKeys, clock } = this.parts;
    return trail.run(act, async (record) => {
      const revoked = await apiKeys.revoke(organisationId, id, clock.now());
      if (revoked === null) throw NotFound.because();
      const { key, revokedBefore } = revoked;
      if (!revokedBefore) {
        const { name, prefix } = key;
        await record({
          organisationId,
          action: "api_key.revoked",
          subject: `api_key:${id}`,
          facts: { name, prefix },
        });
      }
      return key;
    });
  }
}

import { type CeremonyPurpose, Passkeys } from "../../../ports/people/passkeys.ts";
import type { Credential, Passkey } from "../../../src/people/passkey.ts";
import type { PasskeyId, PersonId } from "../../../src/shared/ids.ts";
import { Store } from "../database/store.ts";
import { PasskeyChallengeRow, PasskeyRow, PersonRow } from "../entities/people.ts";
import { selection } from "../statements/selection.ts";

const PASSKEY = selection(PasskeyRow, "k", [
  "id",
  "personId",
  "name",
  "createdAt",
  "usedAt",
  "credentialId",
  "publicKey",
  "counter",
  "transports",
]);
const HANDLE = selection(PersonRow, "p", ["handle"]);
const CHALLENGE = selection(PasskeyChallengeRow, "c", ["challenge", "expiresAt"]);

export class PostgresPasskeys extends Store implements Passkeys {
  static readonly as = Passkeys;

  async lock(personId: PersonId): Promise<number> {
    await this.db.rows(PersonRow).locked({ id: personId });
    return this.db.rows(PasskeyRow).count({ personId });
  }

  async add(
    personId: PersonId,
    passkey: Credential & { readonly name: string; readonly createdAt: Date },
  ): Promise<Passkey | null> {
    const { credentialId, publicKey, counter, transports, name, createdAt } = passkey;
    const row = { personId, credentialId, publicKey, counter, transports, name, createdAt };
    return this.db.rows(PASSKEY).addOnce(row, ["credentialId"]);
  }

  list(personId: PersonId): Promise<(Passkey & Credential)[]> {
    return this.db.rows(PASSKEY).list({ personId }, { order: { id: "asc" } });
  }

  byCredential(credentialId: Uint8Array): ReturnType<Passkeys["byCredential"]> {
    return this.db.rows(PASSKEY).locked({ credentialId });
  }

  async used(id: PasskeyId, { counter, now }: Parameters<Passkeys["used"]>[1]): Promise<void> {
    await this.db.rows(PasskeyRow).change({ id }, { counter, usedAt: now });
  }

  async remove(personId: PersonId, id: PasskeyId): Promise<string | null> {
    const [removed] = await this.db.rows(PASSKEY).removed({ personId, id });
    return removed?.name ?? null;
  }

  async removeAll(personId: PersonId): Promise<void> {
    await this.db.rows(PasskeyRow).remove({ personId });
    await this.db.rows(PasskeyChallengeRow).remove({ personId });
  }

  async handleOf(personId: PersonId): Promise<Uint8Array> {
    return (await this.db.rows(HANDLE).one({ id: personId }))!.handle;
  }

  async addChallenge(ceremony: Parameters<Passkeys["addChallenge"]>[0]): Promise<void> {
    const { hash, purpose, challenge, personId, createdAt, expiresAt } = ceremony;
    await this.db.rows(PasskeyChallengeRow).add({ hash, purpose, challenge, personId, createdAt, expiresAt });
  }

  async takeChallenge(
    hash: Uint8Array,
    { purpose, personId, now }: { purpose: CeremonyPurpose; personId: PersonId | null; now: Date },
  ): Promise<string | null> {
    const [taken] = await this.db.rows(CHALLENGE).removed({ hash, purpose, personId });
    return taken && taken.expiresAt > now ? taken.challenge : null;
  }
}

import { type CeremonyPurpose, Passkeys } from "../../../ports/people/passkeys.ts";
import type { Credential, Passkey } from "../../../src/people/passkey.ts";
import type { PasskeyId, PersonId } from "../../../src/shared/ids.ts";
import { bytes, int8, row, text, texts, time } from "../statements/row.ts";
import { statement } from "../statements/statement.ts";
import { Store } from "../database/store.ts";

const PASSKEY = row("passkey k", {
  id: int8<PasskeyId>(),
  personId: int8<PersonId>(),
  name: text(),
  createdAt: time(),
  usedAt: time().orNull,
  credentialId: bytes(),
  publicKey: bytes(),
  counter: int8(),
  transports: texts(),
});
const LOCK = statement("lock-person", "select p.id from person p where p.id = $1 for no key update");
const COUNT = statement(
  "count-passkeys",
  "select count(*)::integer as count from passkey k where k.person_id = $1",
);
const ADD = statement(
  "add-passkey",
  `insert into passkey as k (person_id, credential_id, public_key, counter, transports, name, created_at)
    values ($1, $2, $3, $4, $5, $6, $7) on conflict (credential_id) do nothing returning ${PASSKEY.columns}`,
);
const LIST = statement(
  "list-passkeys",
  `select ${PASSKEY.columns} from passkey k where k.person_id = $1 order by k.id`,
);
const BY_CREDENTIAL = statement(
  "passkey-by-credential",
  `select ${PASSKEY.columns} from passkey k where k.credential_id = $1 for no key update`,
);
const USED = statement("passkey-used", "update passkey k set counter = $2, used_at = $3 where k.id = $1");
const REMOVE = statement(
  "remove-passkey",
  "delete from passkey k where k.person_id = $1 and k.id = $2 returning k.name",
);
const REMOVE_ALL = statement("remove-passkeys", "delete from passkey k where k.person_id = $1");
const FORGET_CHALLENGES = statement(
  "forget-passkey-challenges",
  "delete from passkey_challenge c where c.person_id = $1",
);
const HANDLE = statement("person-handle", "select p.handle from person p where p.id = $1");
const ADD_CHALLENGE = statement(
  "add-passkey-challenge",
  `insert into passkey_challenge (hash, purpose, challenge, person_id, created_at, expires_at)
    values ($1, $2, $3, $4, $5, $6)`,
);
const TAKE_CHALLENGE = statement(
  "take-passkey-challenge",
  `delete from passkey_challenge c where c.hash = $1 and c.purpose = $2 and c.person_id is not distinct from $3::bigint
    returning c.challenge, c.expires_at > $4 as fresh`,
);

export class PostgresPasskeys extends Store implements Passkeys {
  static readonly as = Passkeys;

  async lock(personId: PersonId): Promise<number> {
    await this.db.query(LOCK, [personId]);
    const [counted] = await this.db.query<{ count: number }>(COUNT, [personId]);
    return counted!.count;
  }

  async add(
    personId: PersonId,
    passkey: Credential & { readonly name: string; readonly createdAt: Date },
  ): Promise<Passkey | null> {
    const { credentialId, publicKey, counter, transports, name, createdAt } = passkey;
    const [added] = await this.db.query(ADD, [
      personId,
      Buffer.from(credentialId),
      Buffer.from(publicKey),
      counter,
      transports,
      name,
      createdAt,
    ]);
    return added ? PASSKEY.record(added) : null;
  }

  async list(personId: PersonId): Promise<(Passkey & Credential)[]> {
    return (await this.db.query(LIST, [personId])).map(PASSKEY.record);
  }

  async byCredential(credentialId: Uint8Array): ReturnType<Passkeys["byCredential"]> {
    const [found] = await this.db.query(BY_CREDENTIAL, [Buffer.from(credentialId)]);
    return found ? PASSKEY.record(found) : null;
  }

  async used(id: PasskeyId, { counter, now }: Parameters<Passkeys["used"]>[1]): Promise<void> {
    await this.db.query(USED, [id, counter, now]);
  }

  async remove(personId: PersonId, id: PasskeyId): Promise<string | null> {
    const [removed] = await this.db.query<{ name: string }>(REMOVE, [personId, id]);
    return removed?.name ?? null;
  }

  async removeAll(personId: PersonId): Promise<void> {
    await this.db.query(REMOVE_ALL, [personId]);
    await this.db.query(FORGET_CHALLENGES, [personId]);
  }

  async handleOf(personId: PersonId): Promise<Uint8Array> {
    const [found] = await this.db.query<{ handle: Uint8Array }>(HANDLE, [personId]);
    return found!.handle;
  }

  async addChallenge(ceremony: Parameters<Passkeys["addChallenge"]>[0]): Promise<void> {
    const { hash, purpose, challenge, personId, createdAt, expiresAt } = ceremony;
    await this.db.query(ADD_CHALLENGE, [hash, purpose, challenge, personId, createdAt, expiresAt]);
  }

  async takeChallenge(
    hash: Uint8Array,
    { purpose, personId, now }: { purpose: CeremonyPurpose; personId: PersonId | null; now: Date },
  ): Promise<string | null> {
    const values = [hash, purpose, personId, now];
    const [taken] = await this.db.query<{ challenge: string; fresh: boolean }>(TAKE_CHALLENGE, values);
    return taken?.fresh ? taken.challenge : null;
  }
}

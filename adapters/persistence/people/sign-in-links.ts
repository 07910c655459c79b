import { SignInLinks } from "../../../ports/people/sign-in-links.ts";
import type { PersonId } from "../../../src/shared/ids.ts";
import { statement } from "../statements/statement.ts";
import { Store } from "../database/store.ts";

const FORGET = statement("forget-sign-in-links", "delete from sign_in_link k where k.person_id = $1");
const ADD = statement(
  "add-sign-in-link",
  "insert into sign_in_link (hash, person_id, created_at, expires_at) values ($1, $2, $3, $4)",
);
const USE = statement(
  "use-sign-in-link",
  `update sign_in_link k set used_at = $2 where k.hash = $1 and k.used_at is null and k.expires_at > $2
    returning k.person_id`,
);

export class PostgresSignInLinks extends Store implements SignInLinks {
  static readonly as = SignInLinks;

  async add({ hash, personId, createdAt, expiresAt }: Parameters<SignInLinks["add"]>[0]): Promise<void> {
    await this.endAll(personId);
    await this.db.query(ADD, [hash, personId, createdAt, expiresAt]);
  }

  async use(hash: Uint8Array, now: Date): Promise<PersonId | null> {
    const [used] = await this.db.query<{ person_id: string }>(USE, [hash, now]);
    return used ? Number(used.person_id) : null;
  }

  async endAll(personId: PersonId): Promise<void> {
    await this.db.query(FORGET, [personId]);
  }
}

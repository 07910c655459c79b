import { SignInCodes } from "../../../ports/people/sign-in-codes.ts";
import type { PersonId } from "../../../src/shared/ids.ts";
import { flag, int4, row, text } from "../statements/row.ts";
import { statement } from "../statements/statement.ts";
import { Store } from "../database/store.ts";

const HOUR_SEC = 3_600;

/** A code `c` after a try. */
const TRIED = row("person_code c", {
  right: flag({ sql: "c.used_at is not null" }),
  email: text(),
  triesLeft: int4(),
});
const SPEND = statement(
  "spend-person-code-start",
  "select f.allowed, f.retry_after from spend_failure('code ' || $1, $2, $3) f",
);
const TAKE_TURNS = statement(
  "lock-person-codes",
  "select pg_advisory_xact_lock(hashtextextended('person code ' || $1, 0))",
);
const ROOM = statement(
  "person-codes-room",
  `select (select count(*) from person_code c where c.email = $1 and c.mailed
        and c.created_at > $4::timestamptz - interval '1 hour') < $2
      and (select count(*) from person_code c where c.email = $1 and c.mailed
        and c.created_at > $4::timestamptz - interval '1 day') < $3 as room`,
);
const ADD = statement(
  "add-person-code",
  `insert into person_code (hash, email, code_mac, mailed, tries_left, created_at, expires_at)
    values ($1, $2, $3, $4, $5, $6, $7)`,
);
const TRY = statement(
  "try-person-code",
  `update person_code c set tries_left = c.tries_left - 1, used_at = case when c.code_mac = $2 then $3::timestamptz end
    where c.hash = $1 and c.used_at is null and c.tries_left > 0 and c.expires_at > $3 returning ${TRIED.columns}`,
);

export class PostgresSignInCodes extends Store implements SignInCodes {
  static readonly as = SignInCodes;

  async spendStart(client: string, perHour: number): Promise<number> {
    const [spent] = await this.db.query<{ allowed: boolean; retry_after: number }>(SPEND, [
      client,
      perHour,
      HOUR_SEC,
    ]);
    return spent!.allowed ? 0 : Math.max(1, spent!.retry_after);
  }

  async spendReserve(personId: PersonId): Promise<boolean> {
    return (await this.spendStart(`reserve ${personId}`, 1)) === 0;
  }

  async lockMails(
    email: string,
    { perHour, perDay, now }: Parameters<SignInCodes["lockMails"]>[1],
  ): Promise<boolean> {
    await this.db.query(TAKE_TURNS, [email]);
    const [found] = await this.db.query<{ room: boolean }>(ROOM, [email, perHour, perDay, now]);
    return found!.room;
  }

  async add(code: Parameters<SignInCodes["add"]>[0]): Promise<void> {
    const { hash, email, codeMac, mailed, tries, createdAt, expiresAt } = code;
    const mac = codeMac && Buffer.from(codeMac);
    await this.db.query(ADD, [hash, email, mac, mailed, tries, createdAt, expiresAt]);
  }

  async try(hash: Uint8Array, codeMac: Uint8Array, now: Date): ReturnType<SignInCodes["try"]> {
    const [tried] = await this.db.query(TRY, [hash, codeMac, now]);
    return tried ? TRIED.record(tried) : null;
  }
}

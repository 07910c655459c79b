import { SignInCodes } from "../../../ports/people/sign-in-codes.ts";
import type { PersonId } from "../../../src/shared/ids.ts";
import { Store } from "../database/store.ts";
import { PersonCodeRow } from "../entities/people.ts";
import { expression } from "../orm/rows.ts";
import { flag, selection } from "../statements/selection.ts";
import { statement } from "../statements/statement.ts";

const HOUR_SEC = 3_600;

/** A code `c` after a try. */
const TRIED = selection(PersonCodeRow, "c", ["email", "triesLeft"], {
  right: flag({ sql: "c.used_at is not null" }),
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
    await this.db
      .rows(PersonCodeRow)
      .add({ hash, email, codeMac, mailed, triesLeft: tries, createdAt, expiresAt });
  }

  async try(hash: Uint8Array, codeMac: Uint8Array, now: Date): ReturnType<SignInCodes["try"]> {
    const [tried] = await this.db.rows(TRIED).changed(
      { hash, usedAt: null, triesLeft: { $gt: 0 }, expiresAt: { $gt: now } },
      {
        triesLeft: expression("c.tries_left - 1"),
        usedAt: expression("case when c.code_mac = ? then ?::timestamptz end", [codeMac, now]),
      },
    );
    return tried ?? null;
  }
}

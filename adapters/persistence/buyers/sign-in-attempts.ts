import { invariant } from "../../../src/shared/invariant.ts";
import { SignInAttempts } from "../../../ports/buyers/sign-in-attempts.ts";
import type { Identity } from "../../../src/buyers/account.ts";
import type { MailId, OrganisationId } from "../../../src/shared/ids.ts";
import { flag, int4, int8, row, text } from "../statements/row.ts";
import { statement } from "../statements/statement.ts";
import { Store } from "../database/store.ts";

const HOUR_SEC = 3_600;

/** An attempt `s` after a try of a code. */
const TRIED = row("sign_in_attempt s", {
  right: flag({ sql: "s.used_at is not null" }),
  identity: { kind: text<Identity["kind"]>("kind"), value: text("value") },
  triesLeft: int4(),
});
/** An attempt of a wallet. */
const TAKEN = row("sign_in_attempt s", { wallet: text("value"), message: text().orNull, triesLeft: int4() });

const SPEND = statement(
  "spend-sign-in-start",
  "select f.allowed, f.retry_after from spend_failure('sign-in ' || $1::bigint || ' ' || $2, $3, $4) f",
);
/** The interval is the one by which `spend_failure` took the start. */
const GIVE_START_BACK = statement(
  "give-sign-in-start-back",
  `update failure_budget f set arrival_ns = f.arrival_ns - greatest(1, $4 * 1000000000::bigint / $3::integer)
    from sign_in_attempt s where s.organisation_id = $1 and s.hash = $2
      and f.address = 'sign-in ' || s.organisation_id || ' ' || s.client`,
);
const TAKE_TURNS = statement(
  "lock-sign-in-mails",
  "select pg_advisory_xact_lock(hashtextextended('sign-in ' || $1::bigint || ' ' || $2, 0))",
);
/** A limit ends when the mail that filled it has aged. */
const MAILS_WAIT = statement(
  "sign-in-mails-wait",
  `select ceil(extract(epoch from greatest(
        (select s.created_at + interval '1 hour' from sign_in_attempt s
          where s.organisation_id = $1 and s.kind = 'email' and s.value = $2 and s.created_at > $5::timestamptz - interval '1 hour'
          order by s.created_at desc offset $3 - 1 limit 1),
        (select s.created_at + interval '1 day' from sign_in_attempt s
          where s.organisation_id = $1 and s.kind = 'email' and s.value = $2 and s.created_at > $5::timestamptz - interval '1 day'
          order by s.created_at desc offset $4 - 1 limit 1)
      ) - $5::timestamptz))::integer as seconds`,
);
const ADD = statement(
  "add-sign-in-attempt",
  `insert into sign_in_attempt (organisation_id, hash, kind, value, code_mac, message, mail_id, client, tries_left, created_at, expires_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
);
/** An attempt `s` by mail. */
const AWAITED = row("sign_in_attempt s", {
  email: text("value"),
  triesLeft: int4(),
  mailId: int8<MailId>().orNull,
});
const AWAITED_CODE = statement(
  "awaited-sign-in-code",
  `select ${AWAITED.columns} from sign_in_attempt s where s.organisation_id = $1 and s.hash = $2
      and s.kind = 'email' and s.used_at is null and s.expires_at > $3`,
);
const OPEN = "s.organisation_id = $1 and s.hash = $2 and s.used_at is null and s.tries_left > 0";
const TRY_CODE = statement(
  "try-sign-in-code",
  `update sign_in_attempt s set tries_left = s.tries_left - 1, used_at = case when s.code_mac = $3 then $4::timestamptz end
    where ${OPEN} and s.kind = 'email' and s.expires_at > $4 returning ${TRIED.columns}`,
);
const TAKE_TRY = statement(
  "take-sign-in-try",
  `update sign_in_attempt s set tries_left = s.tries_left - 1
    where ${OPEN} and s.kind = 'wallet' and s.expires_at > $3 returning ${TAKEN.columns}`,
);
const GIVE_BACK = statement(
  "give-sign-in-try-back",
  `update sign_in_attempt s set tries_left = s.tries_left + 1 where s.organisation_id = $1 and s.hash = $2
      and s.used_at is null and s.expires_at > $3 and s.tries_left < $4`,
);
const USE = statement(
  "use-sign-in-attempt",
  `update sign_in_attempt s set used_at = $3
    where s.organisation_id = $1 and s.hash = $2 and s.used_at is null returning s.tries_left`,
);

type Added = Parameters<SignInAttempts["addMail"]>[0] | Parameters<SignInAttempts["addWallet"]>[0];

export class PostgresSignInAttempts extends Store implements SignInAttempts {
  static readonly as = SignInAttempts;

  async spendStart(organisationId: OrganisationId, client: string, perHour: number): Promise<number> {
    const values = [organisationId, client, perHour, HOUR_SEC];
    const [row] = await this.db.query<{ allowed: boolean; retry_after: number }>(SPEND, values);
    return row!.allowed ? 0 : Math.max(1, row!.retry_after);
  }

  async giveStartBack(organisationId: OrganisationId, hash: Uint8Array, perHour: number): Promise<void> {
    await this.db.query(GIVE_START_BACK, [organisationId, hash, perHour, HOUR_SEC]);
  }

  async lockMails(
    { organisationId, value }: Parameters<SignInAttempts["lockMails"]>[0],
    { perHour, perDay, now }: Parameters<SignInAttempts["lockMails"]>[1],
  ): Promise<number> {
    await this.db.query(TAKE_TURNS, [organisationId, value]);
    const values = [organisationId, value, perHour, perDay, now];
    const [row] = await this.db.query<{ seconds: number | null }>(MAILS_WAIT, values);
    return Math.max(0, row!.seconds ?? 0);
  }

  addMail(attempt: Parameters<SignInAttempts["addMail"]>[0]): Promise<void> {
    return this.#add("email", attempt, [Buffer.from(attempt.codeMac), null, attempt.mailId]);
  }

  addWallet(attempt: Parameters<SignInAttempts["addWallet"]>[0]): Promise<void> {
    return this.#add("wallet", attempt, [null, attempt.message, null]);
  }

  async awaitedCode(organisationId: OrganisationId, hash: Uint8Array, now: Date) {
    const [row] = await this.db.query(AWAITED_CODE, [organisationId, hash, now]);
    if (!row) return null;
    const { mailId, ...awaited } = AWAITED.record(row);
    invariant(mailId !== null, "an attempt by mail has a mail");
    return { ...awaited, mailId };
  }

  async tryCode(organisationId: OrganisationId, hash: Uint8Array, codeMac: Uint8Array, now: Date) {
    const [row] = await this.db.query(TRY_CODE, [organisationId, hash, codeMac, now]);
    return row ? TRIED.record(row) : null;
  }

  async takeTry(organisationId: OrganisationId, hash: Uint8Array, now: Date) {
    const [row] = await this.db.query(TAKE_TRY, [organisationId, hash, now]);
    if (!row) return null;
    const { message, ...taken } = TAKEN.record(row);
    invariant(message !== null, "an attempt of a wallet has a text to sign");
    return { ...taken, message };
  }

  async giveTryBack(
    organisationId: OrganisationId,
    hash: Uint8Array,
    { most, now }: Parameters<SignInAttempts["giveTryBack"]>[2],
  ): Promise<void> {
    await this.db.query(GIVE_BACK, [organisationId, hash, now, most]);
  }

  async use(organisationId: OrganisationId, hash: Uint8Array, now: Date): Promise<boolean> {
    const rows = await this.db.query(USE, [organisationId, hash, now]);
    return rows.length > 0;
  }

  async #add(kind: Identity["kind"], attempt: Added, proof: readonly unknown[]): Promise<void> {
    const { organisationId, hash, value, client, tries, createdAt, expiresAt } = attempt;
    const identity = [organisationId, hash, kind, value];
    await this.db.query(ADD, [...identity, ...proof, client, tries, createdAt, expiresAt]);
  }
}

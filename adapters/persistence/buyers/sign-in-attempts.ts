import { invariant } from "../../../src/shared/invariant.ts";
import { SignInAttempts } from "../../../ports/buyers/sign-in-attempts.ts";
import { Vault } from "../../../ports/crypto.ts";
import { Wakers } from "../../../ports/jobs/wakers.ts";
import { RealClock } from "../../../ports/clock.ts";
import type { Identity } from "../../../src/buyers/account.ts";
import type { MailState } from "../../../src/mails/mail.ts";
import type { AccountId, OrganisationId } from "../../../src/shared/ids.ts";
import { Database } from "../database/database.ts";
import { SignInAttemptRow } from "../entities/buyers.ts";
import { sealedMail } from "../mails/sealed-mail.ts";
import { expression } from "../orm/rows.ts";
import { flag, int4, int8, relation, selection, text } from "../statements/selection.ts";
import { statement } from "../statements/statement.ts";

const HOUR_SEC = 3_600;

/** An attempt `t` after a try of a code. */
const TRIED = relation("t", {
  right: flag("is_right"),
  triesLeft: int4(),
  identity: { kind: text<Identity["kind"]>(), value: text() },
});
const SIGNED_IN = relation("n", { accountId: int8<AccountId>().orNull });
/** An attempt of a wallet. */
const TAKEN = selection(SignInAttemptRow, "s", ["message", "triesLeft"], { wallet: "value" });
/** An attempt by mail. */
const AWAITED = selection(SignInAttemptRow, "s", ["triesLeft"], {
  email: "value",
  mail: text<MailState>({ sql: "m.state" }).orNull,
});
const ONE_TRY_LESS = expression("s.tries_left - 1");

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
const ADD_MAIL = statement(
  "add-sign-in-mail",
  `select case when f.allowed then add_sign_in_mail($1, $5, $2, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
      else greatest(1, f.retry_after) end as seconds
    from spend_failure('sign-in ' || $1::bigint || ' ' || $2::text, $3, $4) f`,
);
const TRY_CODE = statement(
  "try-sign-in-code",
  `select ${TRIED.columns} from try_sign_in_code($1, $2, $3, $4, $5, $6) t`,
);
const ENTER = statement(
  "enter-sign-in-code",
  `select ${TRIED.columns}, ${SIGNED_IN.columns} from try_sign_in_code($1, $2, $3, $4, $5, $6) t
    cross join lateral (select case when t.is_right then begin_buyer_session($1, $7, $8, $9, t.kind, t.value, $4) end as account_id) n`,
);
const AWAITED_CODE = statement(
  "awaited-code",
  `select ${AWAITED.columns} from sign_in_attempt s
    left join mail m on m.organisation_id = s.organisation_id and m.id = s.mail_id
    where s.organisation_id = $1 and s.hash = $2 and s.kind = 'email' and s.used_at is null and s.expires_at > $3`,
);

type MailAttempt = Parameters<SignInAttempts["addMail"]>[0];

type Tried = Parameters<SignInAttempts["tryCode"]>[0];

export class PostgresSignInAttempts implements SignInAttempts {
  static readonly as = SignInAttempts;
  static readonly needs = [Database, Vault, Wakers, RealClock] as const;
  readonly #db: Database;
  readonly #vault: Vault;
  readonly #wakers: Pick<Wakers, "mailsWritten">;
  readonly #clock: RealClock;

  constructor(db: Database, vault: Vault, wakers: Pick<Wakers, "mailsWritten">, clock: RealClock) {
    this.#db = db;
    this.#vault = vault;
    this.#wakers = wakers;
    this.#clock = clock;
  }

  async spendStart(organisationId: OrganisationId, client: string, perHour: number): Promise<number> {
    const values = [organisationId, client, perHour, HOUR_SEC];
    const [row] = await this.#db.query<{ allowed: boolean; retry_after: number }>(SPEND, values);
    return row!.allowed ? 0 : Math.max(1, row!.retry_after);
  }

  async giveStartBack(organisationId: OrganisationId, hash: Uint8Array, perHour: number): Promise<void> {
    await this.#db.query(GIVE_START_BACK, [organisationId, hash, perHour, HOUR_SEC]);
  }

  async addMail(
    { organisationId, hash, value, client, tries, createdAt, expiresAt, codeMac }: MailAttempt,
    mail: Parameters<SignInAttempts["addMail"]>[1],
    { startsAnHour, mailsAnHour, mailsADay }: Parameters<SignInAttempts["addMail"]>[2],
  ): Promise<number> {
    const stored = sealedMail(this.#vault, { organisationId, to: value, ...mail }, this.#clock.now());
    const start: unknown[] = [organisationId, client, startsAnHour, HOUR_SEC, value, mailsAnHour, mailsADay];
    const written = [
      hash,
      codeMac,
      tries,
      createdAt,
      expiresAt,
      stored.sealed,
      stored.createdAt,
      stored.freshUntil,
    ];
    const [row] = await this.#db.query<{ seconds: number }>(ADD_MAIL, start.concat(written));
    const { seconds } = row!;
    if (seconds === 0) this.#wakers.mailsWritten();
    return seconds;
  }

  async addWallet({ tries, ...attempt }: Parameters<SignInAttempts["addWallet"]>[0]): Promise<void> {
    const { organisationId, ...rest } = attempt;
    await this.#db.of(organisationId, SignInAttemptRow).add({ ...rest, triesLeft: tries, kind: "wallet" });
  }

  async awaitedCode(organisationId: OrganisationId, hash: Uint8Array, now: Date) {
    const [row] = await this.#db.query(AWAITED_CODE, [organisationId, hash, now]);
    return row ? AWAITED.record(row) : null;
  }

  async tryCode(tried: Tried, now: Date) {
    const [row] = await this.#db.query(TRY_CODE, triedValues(tried, now));
    return row ? TRIED.record(row) : null;
  }

  async enter(
    tried: Tried,
    { hash, formerHash, seenAfter }: Parameters<SignInAttempts["enter"]>[1],
    now: Date,
  ) {
    const values = [...triedValues(tried, now), hash, formerHash, seenAfter];
    const [row] = await this.#db.query(ENTER, values);
    return row ? { ...TRIED.record(row), ...SIGNED_IN.record(row) } : null;
  }

  async takeTry(organisationId: OrganisationId, hash: Uint8Array, now: Date) {
    const open = openAt(now, hash, "wallet");
    const [attempt] = await this.#db.of(organisationId, TAKEN).changed(open, { triesLeft: ONE_TRY_LESS });
    if (!attempt) return null;
    const { message, ...taken } = attempt;
    invariant(message !== null, "an attempt of a wallet has a text to sign");
    return { ...taken, message };
  }

  async giveTryBack(
    organisationId: OrganisationId,
    hash: Uint8Array,
    { most, now }: Parameters<SignInAttempts["giveTryBack"]>[2],
  ): Promise<void> {
    const spent = { hash, usedAt: null, expiresAt: { $gt: now }, triesLeft: { $lt: most } };
    const changes = { triesLeft: expression("t.tries_left + 1") };
    await this.#db.of(organisationId, SignInAttemptRow).change(spent, changes);
  }

  async use(organisationId: OrganisationId, hash: Uint8Array, now: Date): Promise<boolean> {
    const attempts = this.#db.of(organisationId, SignInAttemptRow);
    return (await attempts.change({ hash, usedAt: null }, { usedAt: now })) > 0;
  }
}

function openAt(now: Date, hash: Uint8Array, kind: Identity["kind"]) {
  return { hash, kind, usedAt: null, triesLeft: { $gt: 0 }, expiresAt: { $gt: now } };
}

function triedValues({ organisationId, hash, codeMac, startsAnHour }: Tried, now: Date) {
  return [organisationId, hash, codeMac, now, startsAnHour, HOUR_SEC];
}

import { invariant } from "../../../src/shared/invariant.ts";
import { SignInAttempts } from "../../../ports/buyers/sign-in-attempts.ts";
import type { Identity } from "../../../src/buyers/account.ts";
import type { MailState } from "../../../src/mails/mail.ts";
import type { OrganisationId } from "../../../src/shared/ids.ts";
import { SignInAttemptRow } from "../entities/buyers.ts";
import type { NewRow } from "../orm/entity.ts";
import { expression } from "../orm/rows.ts";
import { flag, selection, text } from "../statements/selection.ts";
import { statement } from "../statements/statement.ts";
import { Store } from "../database/store.ts";

const HOUR_SEC = 3_600;

/** An attempt `s` after a try of a code. */
const TRIED = selection(SignInAttemptRow, "s", ["triesLeft"], {
  right: flag({ sql: "s.used_at is not null" }),
  identity: { kind: "kind", value: "value" },
});
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
const MAILS_WAIT = statement(
  "sign-in-mails-wait",
  "select sign_in_mails_wait($1, $2, $3, $4, $5) as seconds",
);
/** A right code returns the start that the attempt was begun with. */
const TRY_CODE = statement(
  "try-sign-in-code",
  `with tried as (
      update sign_in_attempt s set tries_left = s.tries_left - 1,
        used_at = case when s.code_mac = $3 then $4::timestamptz end
      where s.organisation_id = $1 and s.hash = $2 and s.kind = 'email' and s.used_at is null and s.tries_left > 0
        and s.expires_at > $4
      returning ${TRIED.columns}, s.client, s.used_at
    ), returned as (
      update failure_budget f set arrival_ns = f.arrival_ns - greatest(1, $6 * 1000000000::bigint / $5::integer)
      from tried where tried.used_at is not null and f.address = 'sign-in ' || $1::bigint || ' ' || tried.client
    )
    select * from tried`,
);
const AWAITED_CODE = statement(
  "awaited-code",
  `select ${AWAITED.columns} from sign_in_attempt s
    left join mail m on m.organisation_id = s.organisation_id and m.id = s.mail_id
    where s.organisation_id = $1 and s.hash = $2 and s.kind = 'email' and s.used_at is null and s.expires_at > $3`,
);

type Wallet = Parameters<SignInAttempts["addWallet"]>[0];

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
    const values = [organisationId, value, perHour, perDay, now];
    const [row] = await this.db.query<{ seconds: number | null }>(MAILS_WAIT, values);
    return row!.seconds ?? 0;
  }

  addMail({ codeMac, mailId, ...attempt }: Parameters<SignInAttempts["addMail"]>[0]): Promise<void> {
    return this.#add(attempt, { kind: "email", codeMac, mailId });
  }

  addWallet({ message, ...attempt }: Wallet): Promise<void> {
    return this.#add(attempt, { kind: "wallet", message });
  }

  async #add(
    { organisationId, hash, value, client, tries, createdAt, expiresAt }: Omit<Wallet, "message">,
    way: Pick<NewRow<typeof SignInAttemptRow>, "kind" | "codeMac" | "mailId" | "message">,
  ): Promise<void> {
    const attempt = { hash, value, client, triesLeft: tries, createdAt, expiresAt, ...way };
    await this.db.of(organisationId, SignInAttemptRow).add(attempt);
  }

  async awaitedCode(organisationId: OrganisationId, hash: Uint8Array, now: Date) {
    const [row] = await this.db.query(AWAITED_CODE, [organisationId, hash, now]);
    return row ? AWAITED.record(row) : null;
  }

  async tryCode(
    { organisationId, hash, codeMac, startsAnHour }: Parameters<SignInAttempts["tryCode"]>[0],
    now: Date,
  ) {
    const values = [organisationId, hash, codeMac, now, startsAnHour, HOUR_SEC];
    const [row] = await this.db.query(TRY_CODE, values);
    return row ? TRIED.record(row) : null;
  }

  async takeTry(organisationId: OrganisationId, hash: Uint8Array, now: Date) {
    const open = openAt(now, hash, "wallet");
    const [attempt] = await this.db.of(organisationId, TAKEN).changed(open, { triesLeft: ONE_TRY_LESS });
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
    await this.db.of(organisationId, SignInAttemptRow).change(spent, changes);
  }

  async use(organisationId: OrganisationId, hash: Uint8Array, now: Date): Promise<boolean> {
    const attempts = this.db.of(organisationId, SignInAttemptRow);
    return (await attempts.change({ hash, usedAt: null }, { usedAt: now })) > 0;
  }
}

function openAt(now: Date, hash: Uint8Array, kind: Identity["kind"]) {
  return { hash, kind, usedAt: null, triesLeft: { $gt: 0 }, expiresAt: { $gt: now } };
}

import { Addresses } from "../../../ports/settings.ts";
import { Currencies } from "../../../ports/currencies.ts";
import { Wakers } from "../../../ports/jobs/wakers.ts";
import { Mails, type ShownMail } from "../../../ports/mails/mails.ts";
import { Clock, RealClock } from "../../../ports/clock.ts";
import { Vault } from "../../../ports/crypto.ts";
import { type ClaimedMail, isCode, type MailState, type NewPersonMail } from "../../../src/mails/mail.ts";
import type { Mode } from "../../../src/organisations/mode.ts";
import type { Theme } from "../../../src/shop/theme.ts";
import type { MailId, OrganisationId } from "../../../src/shared/ids.ts";
import { invariant } from "../../../src/shared/invariant.ts";
import { Database } from "../database/database.ts";
import { MailRow } from "../entities/mails.ts";
import { int4, json, selection, text, together } from "../statements/selection.ts";
import { statement } from "../statements/statement.ts";
import { changesOf, PersonMails, stateBefore } from "./person-mails.ts";
import { openedMail } from "./sealed-mail.ts";
import { ToldRecords } from "./told-records.ts";

/** A mail `m`, whose organisation is `g`. */
const MAIL = selection(
  MailRow,
  "m",
  ["organisationId", "id", "sealed", "kind", "about", "state", "createdAt", "freshUntil", "tries"],
  {
    organisationName: text({ sql: "g.name" }),
    mode: text<Mode>({ sql: "g.mode" }),
    letterhead: together({
      theme: json<Theme>({ sql: "g.theme" }),
      termsUrl: text({ sql: "g.terms_url" }).orNull,
      privacyUrl: text({ sql: "g.privacy_url" }).orNull,
      imprintUrl: text({ sql: "g.imprint_url" }).orNull,
      supportEmail: text({ sql: "g.support_email" }).orNull,
      minimumAge: int4({ sql: "g.minimum_age" }).orNull,
    }),
  },
  { g: "organisation" },
);
const STANDING = selection(MailRow, "m", ["id", "state"]);
const CLAIM_DUE = statement(
  "claim-due-mails",
  `with codes as (
      select d.organisation_id, d.id from mail d where d.kind = 'sign_in_code' and d.due_at <= $1
      order by d.due_at limit $2 for no key update skip locked
    ), others as (
      select d.organisation_id, d.id from mail d where d.kind <> 'sign_in_code' and d.due_at <= $1
      order by d.due_at limit least($4, $2 - (select count(*) from codes)) for no key update skip locked
    ), due as (select * from codes union all select * from others)
    update mail m set due_at = $1::timestamptz + make_interval(secs => $3), tries = m.tries + 1
    from due, organisation g
    where m.organisation_id = due.organisation_id and m.id = due.id and g.id = m.organisation_id
    returning ${MAIL.columns}`,
);
const WITHDRAW_DUE = statement(
  "withdraw-due-mails",
  `update mail m set state = 'withdrawn', due_at = null, sealed = null
    where (m.organisation_id, m.id) in (select d.organisation_id, d.id from mail d where d.due_at <= $1 order by d.due_at limit $2
      for no key update skip locked)
    returning m.id`,
);

/** Mails to people are few: they are looked for this often, and once this process has written one. */
const PEOPLE_EVERY_MS = 900;

export class PostgresMails implements Mails {
  static readonly as = Mails;
  static readonly needs = [Database, Vault, Wakers, Addresses, Currencies, RealClock, Clock] as const;
  readonly #db: Database;
  readonly #vault: Vault;
  readonly #wakers: Pick<Wakers, "mailsWritten">;
  readonly #clock: RealClock;
  readonly #records: ToldRecords;
  readonly #toPeople: PersonMails;
  /** Time of the last search for mails to people, in milliseconds since 1970. */
  #peopleAt = -Infinity;

  constructor(
    db: Database,
    vault: Vault,
    wakers: Pick<Wakers, "mailsWritten">,
    addresses: Addresses,
    currencies: Currencies,
    clock: RealClock,
    businessClock: Clock,
  ) {
    this.#db = db;
    this.#vault = vault;
    this.#wakers = wakers;
    this.#clock = clock;
    this.#records = new ToldRecords(db, addresses, currencies, businessClock);
    this.#toPeople = new PersonMails(db, vault);
  }

  async addForPerson(mail: NewPersonMail): Promise<void> {
    await this.#toPeople.add(mail, this.#clock.now());
    // A search before the commit finds nothing.
    this.#db.afterCommit(() => (this.#peopleAt = -Infinity));
    this.#wakers.mailsWritten();
  }

  async claimDue(claim: Parameters<Mails["claimDue"]>[0]): Promise<ClaimedMail[]> {
    const { limit, othersLimit, leaseSec, now } = claim;
    const opened = await this.#claimForPeople(claim);
    if (opened.length === limit) return opened;
    const others = opened.filter(({ content }) => !isCode(content.kind)).length;
    const limits = [limit - opened.length, leaseSec, othersLimit - others];
    const rows = await this.#db.query(CLAIM_DUE, [now, ...limits]);
    let withdrawn = 0;
    for (const claimed of rows.map(MAIL.record)) {
      const mail = await this.#opened(claimed);
      if (mail !== null) opened.push(mail);
      else {
        await this.end(claimed, { state: "withdrawn", erased: true });
        withdrawn += 1;
      }
    }
    // They took the places of others that may be due.
    if (withdrawn > 0) this.#wakers.mailsWritten();
    return opened;
  }

  async withdrawDue(now: Date, limit: number): Promise<number> {
    const rows = await this.#db.query(WITHDRAW_DUE, [now, limit]);
    return rows.length + (await this.#toPeople.withdrawDue(now, limit));
  }

  async end(
    { organisationId, id }: Pick<ClaimedMail, "organisationId" | "id">,
    end: Parameters<Mails["end"]>[1],
  ): Promise<void> {
    if (organisationId === null) return this.#toPeople.end(id, end);
    await this.#db.of(organisationId, MailRow).change({ id, state: stateBefore(end) }, changesOf(end));
  }

  async postpone(
    { organisationId, id, tries }: Pick<ClaimedMail, "organisationId" | "id" | "tries">,
    dueAt: Date,
  ): Promise<void> {
    if (organisationId === null) return this.#toPeople.postpone({ id, tries }, dueAt);
    await this.#db.of(organisationId, MailRow).change({ id, tries, state: "waiting" }, { dueAt });
  }

  async stateOf(organisationId: OrganisationId, id: MailId): Promise<MailState | null> {
    return (await this.#db.of(organisationId, STANDING).one({ id }))?.state ?? null;
  }

  async newest(limit: number, organisationId: OrganisationId | null = null): Promise<ShownMail[]> {
    const mails =
      organisationId === null
        ? this.#db.ofAll(MAIL, "all organisations', for the mailbox of development")
        : this.#db.of(organisationId, MAIL);
    const filled = { $or: [{ sealed: { $ne: null } }, { about: { $ne: null } }] };
    const newest = await mails.list(filled, { order: { id: "desc" }, limit });
    const opened = await Promise.all(newest.map((mail) => this.#opened(mail)));
    const toPeople = organisationId === null ? await this.#toPeople.newest(limit) : [];
    const all = [...opened.filter((mail) => mail !== null), ...toPeople];
    return all.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime()).slice(0, limit);
  }

  async #claimForPeople(claim: Parameters<Mails["claimDue"]>[0]): Promise<ClaimedMail[]> {
    const at = claim.now.getTime();
    // Also after the clock was set back.
    if (Math.abs(at - this.#peopleAt) < PEOPLE_EVERY_MS) return [];
    this.#peopleAt = at;
    const claimed = await this.#toPeople.claimDue(claim);
    if (claimed.length === claim.limit) this.#peopleAt = -Infinity;
    return claimed;
  }

  /** Returns a mail whose content was not erased; null: outdated, or without a recipient. */
  async #opened(claimed: ReturnType<typeof MAIL.record>): Promise<(ClaimedMail & ShownMail) | null> {
    const { sealed, kind, about, ...mail } = claimed;
    if (sealed === null) {
      invariant(about !== null, "a mail that waits has a content or a record");
      const record = await this.#records.of(mail.organisationId, kind, about);
      return record && { ...mail, ...record };
    }
    return { ...mail, ...openedMail(this.#vault, { organisationId: mail.organisationId, sealed }) };
  }
}

import type { Mails, ShownMail } from "../../../ports/mails/mails.ts";
import type { Vault } from "../../../ports/crypto.ts";
import { type ClaimedMail, freshUntil, type NewPersonMail } from "../../../src/mails/mail.ts";
import type { MailId } from "../../../src/shared/ids.ts";
import { invariant } from "../../../src/shared/invariant.ts";
import type { Database } from "../database/database.ts";
import { PersonMailRow } from "../entities/mails.ts";
import { selection } from "../statements/selection.ts";
import { statement } from "../statements/statement.ts";

const PURPOSE = "person mail";
/** The sender's name in mails. */
const SENDER = "Partner Raffle";

const MAIL = selection(PersonMailRow, "m", ["id", "sealed", "state", "createdAt", "freshUntil", "tries"]);
const CLAIM_DUE = statement(
  "claim-due-person-mails",
  `with codes as (
      select d.id from person_mail d where d.kind = 'person_code' and d.due_at <= $1
      order by d.due_at limit $2 for no key update skip locked
    ), others as (
      select d.id from person_mail d where d.kind <> 'person_code' and d.due_at <= $1
      order by d.due_at limit least($4, $2 - (select count(*) from codes)) for no key update skip locked
    ), due as (select * from codes union all select * from others)
    update person_mail m set due_at = $1::timestamptz + make_interval(secs => $3), tries = m.tries + 1
    from due where m.id = due.id returning ${MAIL.columns}`,
);
const WITHDRAW_DUE = statement(
  "withdraw-due-person-mails",
  `update person_mail m set state = 'withdrawn', due_at = null, sealed = null
    where m.id in (select d.id from person_mail d where d.due_at <= $1 order by d.due_at limit $2
      for no key update skip locked)
    returning m.id`,
);

type End = Parameters<Mails["end"]>[1];

/** Returns the states that an end replaces: a server that took a mail is always believed. */
export const stateBefore = ({ state }: End) =>
  state === "sent" ? ({ $ne: "sent" } as const) : ("waiting" as const);

export const changesOf = ({ state, erased }: End) => ({
  state,
  dueAt: null,
  ...(erased && { sealed: null }),
});

type Sealed = Pick<NewPersonMail, "to" | "content">;

/** Mails to people who work here, processed like those to buyers. */
export class PersonMails {
  readonly #db: Database;
  readonly #vault: Vault;

  constructor(db: Database, vault: Vault) {
    this.#db = db;
    this.#vault = vault;
  }

  async add({ to, content, withheld = false }: NewPersonMail, createdAt: Date): Promise<void> {
    const sealed: Sealed = { to, content };
    await this.#db.rows(PersonMailRow).add({
      kind: content.kind,
      sealed: this.#vault.seal(Buffer.from(JSON.stringify(sealed)), PURPOSE),
      state: withheld ? "withdrawn" : "waiting",
      createdAt,
      freshUntil: freshUntil({ content, createdAt }),
      dueAt: withheld ? null : createdAt,
    });
  }

  async claimDue(claim: Parameters<Mails["claimDue"]>[0]): Promise<ClaimedMail[]> {
    const { limit, othersLimit, leaseSec, now } = claim;
    const rows = await this.#db.query(CLAIM_DUE, [now, limit, leaseSec, othersLimit]);
    return rows.map((row) => this.#opened(MAIL.record(row)));
  }

  async withdrawDue(now: Date, limit: number): Promise<number> {
    return (await this.#db.query(WITHDRAW_DUE, [now, limit])).length;
  }

  async end(id: MailId, end: End): Promise<void> {
    await this.#db.rows(PersonMailRow).change({ id, state: stateBefore(end) }, changesOf(end));
  }

  async postpone({ id, tries }: Pick<ClaimedMail, "id" | "tries">, dueAt: Date): Promise<void> {
    await this.#db.rows(PersonMailRow).change({ id, tries, state: "waiting" }, { dueAt });
  }

  async newest(limit: number): Promise<ShownMail[]> {
    const filled = { sealed: { $ne: null }, state: { $ne: "withdrawn" } } as const;
    const newest = await this.#db.rows(MAIL).list(filled, { order: { id: "desc" }, limit });
    return newest.map((mail) => this.#opened(mail));
  }

  #opened({ sealed, ...mail }: ReturnType<typeof MAIL.record>): ClaimedMail & ShownMail {
    invariant(sealed !== null, "a mail that waits has a content");
    const plain = JSON.parse(Buffer.from(this.#vault.open(sealed, PURPOSE)).toString("utf8")) as Sealed;
    return {
      ...mail,
      ...plain,
      organisationId: null,
      organisationName: SENDER,
      letterhead: null,
      mode: "live",
      locale: "en",
    };
  }
}

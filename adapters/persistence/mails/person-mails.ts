import type { ShownMail } from "../../../ports/mails/mails.ts";
import type { Vault } from "../../../ports/crypto.ts";
import { type ClaimedMail, freshUntil, type MailState, type NewPersonMail } from "../../../src/mails/mail.ts";
import type { MailId } from "../../../src/shared/ids.ts";
import { invariant } from "../../../src/shared/invariant.ts";
import type { Database } from "../database/database.ts";
import { bytes, int4, int8, row, text, time } from "../statements/row.ts";
import { statement } from "../statements/statement.ts";

const PURPOSE = "person mail";
/** The sender's name in mails. */
const SENDER = "Partner Raffle";

const MAIL = row("person_mail m", {
  id: int8<MailId>(),
  sealed: bytes().orNull,
  state: text<MailState>(),
  createdAt: time(),
  freshUntil: time(),
  tries: int4(),
});
const ADD = statement(
  "add-person-mail",
  `insert into person_mail (kind, sealed, state, created_at, fresh_until, due_at)
    values ($1, $2, $3, $4, $5, case when $3 = 'waiting' then $4::timestamptz end)`,
);
const CLAIM_DUE = statement(
  "claim-due-person-mails",
  `with due as (
      select d.id from person_mail d where d.due_at <= $1 order by d.due_at limit $2 for no key update skip locked
    )
    update person_mail m set due_at = $1::timestamptz + make_interval(secs => $3), tries = m.tries + 1
    from due where m.id = due.id returning ${MAIL.columns}`,
);
const END = statement(
  "end-person-mail",
  `update person_mail m set state = $2, due_at = null, sealed = case when $3 then null else m.sealed end
    where m.id = $1 and (m.state = 'waiting' or ($2 = 'sent' and m.state <> 'sent'))`,
);
const POSTPONE = statement(
  "postpone-person-mail",
  "update person_mail m set due_at = $3 where m.id = $1 and m.tries = $2 and m.state = 'waiting'",
);
const WITHDRAW_DUE = statement(
  "withdraw-due-person-mails",
  `update person_mail m set state = 'withdrawn', due_at = null, sealed = null
    where m.id in (select d.id from person_mail d where d.due_at <= $1 order by d.due_at limit $2
      for no key update skip locked)
    returning m.id`,
);
const NEWEST = statement(
  "newest-person-mails",
  `select ${MAIL.columns} from person_mail m where m.sealed is not null and m.state <> 'withdrawn'
    order by m.id desc limit $1`,
);

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
    await this.#db.query(ADD, [
      content.kind,
      Buffer.from(this.#vault.seal(Buffer.from(JSON.stringify(sealed)), PURPOSE)),
      withheld ? "withdrawn" : "waiting",
      createdAt,
      freshUntil({ content, createdAt }),
    ]);
  }

  async claimDue(claim: {
    readonly limit: number;
    readonly leaseSec: number;
    readonly now: Date;
  }): Promise<ClaimedMail[]> {
    const rows = await this.#db.query(CLAIM_DUE, [claim.now, claim.limit, claim.leaseSec]);
    return rows.map((row) => this.#opened(row));
  }

  async withdrawDue(now: Date, limit: number): Promise<number> {
    return (await this.#db.query(WITHDRAW_DUE, [now, limit])).length;
  }

  async end(id: MailId, end: { readonly state: MailState; readonly erased: boolean }): Promise<void> {
    await this.#db.query(END, [id, end.state, end.erased]);
  }

  async postpone({ id, tries }: Pick<ClaimedMail, "id" | "tries">, dueAt: Date): Promise<void> {
    await this.#db.query(POSTPONE, [id, tries, dueAt]);
  }

  async newest(limit: number): Promise<ShownMail[]> {
    const rows = await this.#db.query(NEWEST, [limit]);
    return rows.map((row) => this.#opened(row));
  }

  #opened(read: object): ClaimedMail & ShownMail {
    const { sealed, ...mail } = MAIL.record(read);
    invariant(sealed !== null, "a mail that waits has a content");
    const plain = JSON.parse(Buffer.from(this.#vault.open(sealed, PURPOSE)).toString("utf8")) as Sealed;
    return { ...mail, ...plain, organisationId: null, organisationName: SENDER, locale: "en" };
  }
}

import { BuyerSessions, type SignedIn } from "../../../ports/buyers/buyer-sessions.ts";
import type { Identity } from "../../../src/buyers/account.ts";
import type { AccountId, OrganisationId } from "../../../src/shared/ids.ts";
import { int8, row, text } from "../statements/row.ts";
import { statement } from "../statements/statement.ts";
import { Store } from "../database/store.ts";

const SIGNED_IN = row("buyer_session_account a", {
  accountId: int8<AccountId>(),
  kind: text<Identity["kind"]>(),
  value: text(),
});
/** The browser's organisations are updated by their foreign key. */
const RENEW = statement(
  "renew-buyer-session",
  "update buyer_session set hash = $2, seen_at = $3 where hash = $1 and seen_at > $4 returning seen_at",
);
const BEGIN = statement("begin-buyer-session", "insert into buyer_session (hash, seen_at) values ($1, $2)");
const SIGN_IN = statement(
  "sign-in-account",
  `insert into buyer_session_account as a (organisation_id, session_hash, account_id, kind, value, signed_in_at)
    values ($1, $2, sign_in_account($1, $3, $4, $5), $3, $4, $5)
    on conflict (organisation_id, session_hash) do update
      set account_id = excluded.account_id, kind = excluded.kind, value = excluded.value, signed_in_at = excluded.signed_in_at
    returning a.account_id`,
);
/** Written once an hour, not at each page. */
const FIND = statement(
  "find-buyer-session",
  `with seen as (
      update buyer_session s set seen_at = $5 where s.hash = $2 and s.seen_at > $3 and s.seen_at < $5::timestamptz - interval '1 hour'
    )
    select ${SIGNED_IN.columns} from buyer_session_account a
    join buyer_session s on s.hash = a.session_hash
    where a.organisation_id = $1 and a.session_hash = $2 and s.seen_at > $3 and a.signed_in_at > $4`,
);
const END = statement(
  "end-buyer-session",
  "delete from buyer_session_account a where a.organisation_id = $1 and a.session_hash = $2",
);

export class PostgresBuyerSessions extends Store implements BuyerSessions {
  static readonly as = BuyerSessions;

  async begin(session: Parameters<BuyerSessions["begin"]>[0]): Promise<AccountId> {
    const { organisationId, hash, formerHash, seenAfter, identity, now } = session;
    const renewed = formerHash === null ? [] : await this.db.query(RENEW, [formerHash, hash, now, seenAfter]);
    if (renewed.length === 0) await this.db.query(BEGIN, [hash, now]);
    const values = [organisationId, hash, identity.kind, identity.value, now];
    const [row] = await this.db.query<{ account_id: string }>(SIGN_IN, values);
    return Number(row!.account_id);
  }

  async find(
    organisationId: OrganisationId,
    hash: Uint8Array,
    { seenAfter, signedInAfter, now }: Parameters<BuyerSessions["find"]>[2],
  ): Promise<SignedIn | null> {
    const [row] = await this.db.query(FIND, [organisationId, hash, seenAfter, signedInAfter, now]);
    return row ? SIGNED_IN.record(row) : null;
  }

  async end(organisationId: OrganisationId, hash: Uint8Array): Promise<void> {
    await this.db.query(END, [organisationId, hash]);
  }
}

import { BuyerSessions, type SignedIn } from "../../../ports/buyers/buyer-sessions.ts";
import type { AccountId, OrganisationId } from "../../../src/shared/ids.ts";
import { BuyerSessionAccountRow, BuyerSessionRow } from "../entities/buyers.ts";
import { selection } from "../statements/selection.ts";
import { statement } from "../statements/statement.ts";
import { Store } from "../database/store.ts";

const SIGNED_IN = selection(BuyerSessionAccountRow, "a", ["accountId", "kind", "value"]);
const SIGN_IN = statement(
  "sign-in-account",
  `insert into buyer_session_account as a (organisation_id, session_hash, account_id, kind, value, signed_in_at)
    values ($1, $2, sign_in_account($1, $3, $4, $5), $3, $4, $5)
    on conflict (organisation_id, session_hash) do update
      set account_id = excluded.account_id, kind = excluded.kind, value = excluded.value, signed_in_at = excluded.signed_in_at
    returning a.account_id`,
);
const BEGIN = statement(
  "begin-buyer-session",
  `with added as (
      insert into buyer_session (hash, seen_at) values ($2, $5)
    )
    insert into buyer_session_account as a (organisation_id, session_hash, account_id, kind, value, signed_in_at)
    values ($1, $2, sign_in_account($1, $3, $4, $5), $3, $4, $5) returning a.account_id`,
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

export class PostgresBuyerSessions extends Store implements BuyerSessions {
  static readonly as = BuyerSessions;

  async begin(session: Parameters<BuyerSessions["begin"]>[0]): Promise<AccountId> {
    const { organisationId, hash, formerHash, seenAfter, identity, now } = session;
    const renewed = { hash, seenAt: now };
    // The browser's organisations are updated by their foreign key.
    const isRenewed =
      formerHash !== null &&
      (await this.db
        .rows(BuyerSessionRow)
        .change({ hash: formerHash, seenAt: { $gt: seenAfter } }, renewed)) > 0;
    const values = [organisationId, hash, identity.kind, identity.value, now];
    const [row] = await this.db.query<{ account_id: AccountId }>(isRenewed ? SIGN_IN : BEGIN, values);
    return row!.account_id;
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
    await this.db.of(organisationId, BuyerSessionAccountRow).remove({ sessionHash: hash });
  }
}

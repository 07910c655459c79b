import { BuyerSessions, type NewSession, type SignedIn } from "../../../ports/buyers/buyer-sessions.ts";
import type { AccountId, OrganisationId } from "../../../src/shared/ids.ts";
import { BuyerSessionAccountRow } from "../entities/buyers.ts";
import { selection } from "../statements/selection.ts";
import { statement } from "../statements/statement.ts";
import { Store } from "../database/store.ts";

const SIGNED_IN = selection(BuyerSessionAccountRow, "a", ["accountId", "kind", "value"]);
const BEGIN = statement(
  "begin-buyer-session",
  "select begin_buyer_session($1, $2, $3, $4, $5, $6, $7) as account_id",
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

  async begin({
    organisationId,
    hash,
    formerHash,
    seenAfter,
    identity,
    now,
  }: NewSession): Promise<AccountId> {
    const values = [organisationId, hash, formerHash, seenAfter, identity.kind, identity.value, now];
    const [row] = await this.db.query<{ account_id: AccountId }>(BEGIN, values);
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

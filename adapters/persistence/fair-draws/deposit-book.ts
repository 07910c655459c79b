import type { Hex } from "../../../ports/chain.ts";
import {
  type CreditOutcome,
  type DepositAddress,
  DepositBook,
  type NewDeposit,
} from "../../../ports/fair-draws/deposit-book.ts";
import type { ProofUse } from "../../../src/fair-draws/possession.ts";
import { flag, int8, row, text } from "../statements/row.ts";
import { statement } from "../statements/statement.ts";
import { proofValues } from "./draw-keys.ts";
import type { OrganisationId } from "../../../src/shared/ids.ts";
import { Store } from "../database/store.ts";

/** An address of a source, if there is one, and whether its chain is watched. */
const FOUND = row("f", { address: text<Hex>().orNull, watched: flag() });
const FIND = statement(
  "find-deposit-address",
  `select ${FOUND.columns} from (
      select (select address from deposit_address where organisation_id = $1 and source = $2) as address,
        exists (select from deposit_watch where chain_id = $3) as watched
    ) f`,
);
const ADD = statement(
  "add-deposit-address",
  `insert into deposit_address (organisation_id, source, address, created_at) values ($1, $2, $3, $4)
    on conflict (organisation_id, source) do nothing`,
);
const ADDRESSES_OF = statement(
  "deposit-addresses-of",
  "select address from deposit_address where organisation_id = $1",
);
const ADDRESS = row("deposit_address d", { organisationId: int8<OrganisationId>(), address: text<Hex>() });
const ADDRESSES = statement(
  "deposit-addresses",
  `select ${ADDRESS.columns} from deposit_address d where d.address > coalesce($1, '')
    order by d.address limit $2`,
);
const WATCH = statement(
  "watch-deposits",
  "insert into deposit_watch (chain_id, next_block) values ($1, $2) on conflict do nothing",
);
const WATCHED = row("deposit_watch w", { nextBlock: int8() });
const NEXT_BLOCK = statement(
  "next-deposit-block",
  `select ${WATCHED.columns} from deposit_watch w where w.chain_id = $1`,
);
const ADVANCE = statement(
  "advance-deposits",
  "update deposit_watch set next_block = $3 where chain_id = $1 and next_block = $2",
);
/** The result of `credit_deposit`. */
const CREDITED = row("c", {
  outcome: text<CreditOutcome["outcome"]>(),
  amountCents: int8("amount").orNull,
  balanceCents: int8("balance").orNull,
});
const CREDIT = statement(
  "credit-deposit",
  `select ${CREDITED.columns} from credit_deposit($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) c`,
);

export class PostgresDepositBook extends Store implements DepositBook {
  static readonly as = DepositBook;

  async find(
    organisationId: OrganisationId,
    source: string,
    chainId: number,
  ): Promise<{ readonly address: Hex | null; readonly watched: boolean }> {
    const values = [organisationId, source, chainId];
    const [row] = await this.db.query(FIND, values);
    return FOUND.record(row!);
  }

  async add({
    organisationId,
    source,
    address,
    now,
  }: DepositAddress & { readonly source: string; readonly now: Date }): Promise<void> {
    await this.db.query(ADD, [organisationId, source, address, now]);
  }

  async addressesOf(organisationId: OrganisationId): Promise<Hex[]> {
    const rows = await this.db.query<{ address: Hex }>(ADDRESSES_OF, [organisationId]);
    return rows.map(({ address }) => address);
  }

  async addresses({
    after,
    limit,
  }: {
    readonly after: Hex | null;
    readonly limit: number;
  }): Promise<DepositAddress[]> {
    const rows = await this.db.query(ADDRESSES, [after, limit]);
    return rows.map(ADDRESS.record);
  }

  async watchFrom(chainId: number, block: number): Promise<void> {
    await this.db.query(WATCH, [chainId, block]);
  }

  async nextBlock(chainId: number): Promise<number | null> {
    const [row] = await this.db.query(NEXT_BLOCK, [chainId]);
    return row ? WATCHED.record(row).nextBlock : null;
  }

  async advance(
    chainId: number,
    { from, to }: { readonly from: number; readonly to: number },
  ): Promise<void> {
    await this.db.query(ADVANCE, [chainId, from, to]);
  }

  async credit(deposit: NewDeposit, proof: ProofUse | null): Promise<CreditOutcome> {
    const { organisationId, chainId, txHash, blockNumber, token, units, amountCents, now } = deposit;
    const [row] = await this.db.retrying(CREDIT, [
      organisationId,
      chainId,
      txHash,
      blockNumber,
      token,
      String(units),
      amountCents,
      now,
      ...proofValues(proof),
    ]);
    const { outcome, amountCents: cents, balanceCents } = CREDITED.record(row!);
    if (outcome !== "credited" && outcome !== "known") return { outcome };
    return { outcome, amountCents: cents!, balanceCents: balanceCents! };
  }
}

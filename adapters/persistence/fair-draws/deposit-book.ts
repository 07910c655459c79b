import type { Hex } from "../../../ports/chain.ts";
import {
  type CreditOutcome,
  type DepositAddress,
  DepositBook,
  type NewDeposit,
} from "../../../ports/fair-draws/deposit-book.ts";
import type { ProofUse } from "../../../src/fair-draws/possession.ts";
import { DepositAddressRow, DepositWatchRow } from "../entities/draws.ts";
import { flag, int8, relation, selection, text } from "../statements/selection.ts";
import { statement } from "../statements/statement.ts";
import { proofValues } from "./draw-keys.ts";
import type { OrganisationId } from "../../../src/shared/ids.ts";
import { Store } from "../database/store.ts";

/** An address of a source, if there is one, and whether its chain is watched. */
const FOUND = relation("f", { address: text<Hex>().orNull, watched: flag() });
const FIND = statement(
  "find-deposit-address",
  `select ${FOUND.columns} from (
      select (select address from deposit_address where organisation_id = $1 and source = $2) as address,
        exists (select from deposit_watch where chain_id = $3) as watched
    ) f`,
);
const ADDRESS = selection(DepositAddressRow, "d", ["organisationId", "address"]);
/** In the order before each address. */
const NONE = "" as Hex;
const WATCH = selection(DepositWatchRow, "w", ["nextBlock"]);
/** The result of `credit_deposit`. */
const CREDITED = relation("c", {
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
    await this.db
      .of(organisationId, DepositAddressRow)
      .addOnce({ source, address, createdAt: now }, ["organisationId", "source"]);
  }

  async addressesOf(organisationId: OrganisationId): Promise<Hex[]> {
    return (await this.db.of(organisationId, ADDRESS).list({})).map(({ address }) => address);
  }

  async addresses({
    after,
    limit,
  }: {
    readonly after: Hex | null;
    readonly limit: number;
  }): Promise<DepositAddress[]> {
    const addresses = this.db.ofAll(ADDRESS, "transfers to all addresses are looked for");
    return addresses.list({ address: { $gt: after ?? NONE } }, { order: { address: "asc" }, limit });
  }

  async watchFrom(chainId: number, block: number): Promise<void> {
    await this.db.rows(DepositWatchRow).addOnce({ chainId, nextBlock: block }, "any");
  }

  async nextBlock(chainId: number): Promise<number | null> {
    const watch = await this.db.rows(WATCH).one({ chainId });
    return watch?.nextBlock ?? null;
  }

  async advance(
    chainId: number,
    { from, to }: { readonly from: number; readonly to: number },
  ): Promise<void> {
    await this.db.rows(DepositWatchRow).change({ chainId, nextBlock: from }, { nextBlock: to });
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

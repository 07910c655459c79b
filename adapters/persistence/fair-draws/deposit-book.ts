import type { Hex } from "../../../ports/chain.ts";
import {
  type CreditOutcome,
  type DepositAddress,
  DepositBook,
  type NewDeposit,
} from "../../../ports/fair-draws/deposit-book.ts";
import type { ProofUse } from "../../../src/fair-draws/possession.ts";
import { Database } from "../database/database.ts";
import { int } from "../statements/row.ts";
import { statement } from "../statements/statement.ts";
import { proofValues } from "./draw-keys.ts";
import type { OrganisationId } from "../../../src/shared/ids.ts";

const FIND = statement(
  "find-deposit-address",
  `select (select address from deposit_address where organisation_id = $1 and source = $2) as address,
    exists (select from deposit_watch where chain_id = $3) as watched`,
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
const ADDRESSES = statement(
  "deposit-addresses",
  `select organisation_id, address from deposit_address where address > coalesce($1, '')
    order by address limit $2`,
);
const WATCH = statement(
  "watch-deposits",
  "insert into deposit_watch (chain_id, next_block) values ($1, $2) on conflict do nothing",
);
const NEXT_BLOCK = statement(
  "next-deposit-block",
  "select next_block from deposit_watch where chain_id = $1",
);
const ADVANCE = statement(
  "advance-deposits",
  "update deposit_watch set next_block = $3 where chain_id = $1 and next_block = $2",
);
const CREDIT = statement(
  "credit-deposit",
  `select outcome, amount, balance
    from credit_deposit($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
);

interface CreditColumns {
  outcome: CreditOutcome["outcome"];
  amount: string;
  balance: string;
}

export class PostgresDepositBook implements DepositBook {
  static readonly as = DepositBook;
  static readonly needs = [Database] as const;
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async find(
    organisationId: OrganisationId,
    source: string,
    chainId: number,
  ): Promise<{ readonly address: Hex | null; readonly watched: boolean }> {
    const values = [organisationId, source, chainId];
    const [row] = await this.#db.query<{ address: Hex | null; watched: boolean }>(FIND, values);
    return row!;
  }

  async add({
    organisationId,
    source,
    address,
    now,
  }: DepositAddress & { readonly source: string; readonly now: Date }): Promise<void> {
    await this.#db.query(ADD, [organisationId, source, address, now]);
  }

  async addressesOf(organisationId: OrganisationId): Promise<Hex[]> {
    const rows = await this.#db.query<{ address: Hex }>(ADDRESSES_OF, [organisationId]);
    return rows.map(({ address }) => address);
  }

  async addresses({
    after,
    limit,
  }: {
    readonly after: Hex | null;
    readonly limit: number;
  }): Promise<DepositAddress[]> {
    const rows = await this.#db.query<{ organisation_id: string; address: Hex }>(ADDRESSES, [after, limit]);
    return rows.map((row) => ({ organisationId: int(row.organisation_id), address: row.address }));
  }

  async watchFrom(chainId: number, block: number): Promise<void> {
    await this.#db.query(WATCH, [chainId, block]);
  }

  async nextBlock(chainId: number): Promise<number | null> {
    const [row] = await this.#db.query<{ next_block: string }>(NEXT_BLOCK, [chainId]);
    return row ? int(row.next_block) : null;
  }

  async advance(
    chainId: number,
    { from, to }: { readonly from: number; readonly to: number },
  ): Promise<void> {
    await this.#db.query(ADVANCE, [chainId, from, to]);
  }

  async credit(deposit: NewDeposit, proof: ProofUse | null): Promise<CreditOutcome> {
    const { organisationId, chainId, txHash, blockNumber, token, units, amountCents, now } = deposit;
    const [row] = await this.#db.retrying<CreditColumns>(CREDIT, [
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
    const { outcome, amount, balance } = row!;
    if (outcome !== "credited" && outcome !== "known") return { outcome };
    return { outcome, amountCents: int(amount), balanceCents: int(balance) };
  }
}

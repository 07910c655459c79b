import type { Hex, Transfer } from "../../../ports/chain.ts";
import {
  type SimulatedChange,
  SimulatedChainState,
  type SimulatedMining,
  type SimulatedState,
  type SimulatedTransaction,
} from "../../../ports/simulated/simulated-chain-state.ts";
import { invariant } from "../../../src/shared/invariant.ts";
import { bigint, bytes, flag, int4, int8, int8s, row, text, time } from "../statements/row.ts";
import { statement } from "../statements/statement.ts";
import { Store } from "../database/store.ts";

/** The chain `c`. */
const CHAIN = row("simulated_chain c", {
  salt: bytes(),
  genesisAt: time(),
  minedBlocks: int8(),
  clockBlocks: int8(),
  lastMinedAt: time(),
  reorganisedFrom: int8s(),
});
/** Extra blocks `m`. */
const MINING = row("simulated_mining m", {
  firstNumber: int8(),
  blocks: int4(),
  minedBefore: int8(),
  at: time(),
});
/** A transaction `x`. */
const MADE = row("simulated_transaction x", {
  txHash: text<Hex>("hash"),
  blockNumber: int8(),
  succeeded: flag(),
});
/** A transfer `t` of a transaction `x`. */
const TRANSFER = row("simulated_transfer t", {
  token: text<Hex>(),
  to: text<Hex>("recipient"),
  units: bigint(),
  txHash: text<Hex>(),
  logIndex: int4(),
  blockNumber: int8({ sql: "x.block_number" }),
});
// Waits for a running reorganisation: no final block's hash is read that is about to change.
const STATE = statement("simulated-state", `select ${CHAIN.columns} from simulated_chain c for share`);
const CREATE = statement(
  "simulated-create",
  `insert into simulated_chain (salt, genesis_at, last_mined_at) values ($1, $2, $2) on conflict do nothing`,
);
const LOCK = statement("simulated-lock", `select ${CHAIN.columns} from simulated_chain c for update`);
const COUNT_MINED = statement(
  "simulated-count-mined",
  "update simulated_chain set mined_blocks = $1, clock_blocks = $2, last_mined_at = $3",
);
const ADD_MINING = statement(
  "simulated-add-mining",
  "insert into simulated_mining (first_number, blocks, mined_before, at) values ($1, $2, $3, $4)",
);
const ADD_TRANSACTION = statement(
  "simulated-add-transaction",
  "insert into simulated_transaction (hash, block_number, succeeded) values ($1, $2, $3)",
);
const ADD_TRANSFERS = statement(
  "simulated-add-transfers",
  `insert into simulated_transfer (tx_hash, log_index, token, recipient, units)
    select $1, t.log_index, t.token, t.recipient, t.units
    from unnest($2::integer[], $3::text[], $4::text[], $5::numeric[]) t (log_index, token, recipient, units)`,
);
const REORGANISE = statement(
  "simulated-reorganise",
  `with dropped as (delete from simulated_transaction where block_number >= $1)
    update simulated_chain set reorganised_from = reorganised_from || $1::bigint`,
);
const MINING_UP_TO = statement(
  "simulated-mining-up-to",
  `select ${MINING.columns} from simulated_mining m where m.first_number <= $1 order by m.first_number desc limit 1`,
);
const TRANSACTION = statement(
  "simulated-transaction",
  `select ${MADE.columns}, ${TRANSFER.columns}
    from simulated_transaction x left join simulated_transfer t on t.tx_hash = x.hash
    where x.hash = $1 order by t.log_index`,
);
const TRANSFERS = statement(
  "simulated-transfers",
  `select ${TRANSFER.columns}
    from simulated_transaction x join simulated_transfer t on t.tx_hash = x.hash
    where x.block_number between $1 and $2 and t.token = $3 and t.recipient = any($4)
    order by x.block_number, t.log_index`,
);

export class PostgresSimulatedChainState extends Store implements SimulatedChainState {
  static readonly as = SimulatedChainState;

  async state(fresh: Pick<SimulatedState, "salt" | "genesisAt">): Promise<SimulatedState> {
    let [row] = await this.db.queryAlone(STATE);
    if (row === undefined) {
      await this.db.queryAlone(CREATE, [fresh.salt, fresh.genesisAt]);
      [row] = await this.db.queryAlone(STATE);
    }
    return CHAIN.record(row!);
  }

  async change(work: (state: SimulatedState) => SimulatedChange | null): Promise<void> {
    await this.db.run(async () => {
      const [row] = await this.db.query(LOCK);
      invariant(row, "the chain was read before it is changed");
      const change = work(CHAIN.record(row));
      if (change?.what === "mining") await this.#addMining(change);
      if (change?.what === "reorganisation") await this.db.query(REORGANISE, [change.fromNumber]);
    });
  }

  async miningUpTo(number: number): Promise<SimulatedMining | null> {
    const [row] = await this.db.queryAlone(MINING_UP_TO, [number]);
    return row ? MINING.record(row) : null;
  }

  async transaction(txHash: Hex): Promise<SimulatedTransaction | null> {
    const rows = await this.db.queryAlone(TRANSACTION, [txHash]);
    const [first] = rows;
    if (first === undefined) return null;
    return {
      ...MADE.record(first),
      transfers: rows.flatMap((row) => TRANSFER.recordOrNull(row) ?? []),
    };
  }

  async transfers(filter: {
    readonly token: Hex;
    readonly to: readonly Hex[];
    readonly fromBlock: number;
    readonly toBlock: number;
  }): Promise<Transfer[]> {
    const { fromBlock, toBlock, token, to } = filter;
    const rows = await this.db.queryAlone(TRANSFERS, [fromBlock, toBlock, token, to]);
    return rows.map(TRANSFER.record);
  }

  async #addMining({
    mining,
    clockBlocks,
    transaction,
  }: SimulatedChange & { what: "mining" }): Promise<void> {
    const { firstNumber, blocks, minedBefore, at } = mining;
    await this.db.query(COUNT_MINED, [minedBefore + blocks, clockBlocks, at]);
    await this.db.query(ADD_MINING, [firstNumber, blocks, minedBefore, at]);
    if (transaction === null) return;
    const { txHash, blockNumber, succeeded, transfers } = transaction;
    await this.db.query(ADD_TRANSACTION, [txHash, blockNumber, succeeded]);
    await this.db.query(ADD_TRANSFERS, [
      txHash,
      transfers.map(({ logIndex }) => logIndex),
      transfers.map(({ token }) => token),
      transfers.map(({ to }) => to),
      transfers.map(({ units }) => String(units)),
    ]);
  }
}

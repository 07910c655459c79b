import type { Hex, Transfer } from "../../../ports/chain.ts";
import {
  type SimulatedChange,
  SimulatedChainState,
  type SimulatedMining,
  type SimulatedState,
  type SimulatedTransaction,
} from "../../../ports/simulated/simulated-chain-state.ts";
import { invariant } from "../../../src/shared/invariant.ts";
import {
  SimulatedChainRow,
  SimulatedMiningRow,
  SimulatedTransactionRow,
  SimulatedTransferRow,
} from "../entities/simulated.ts";
import { int8, selection } from "../statements/selection.ts";
import { statement } from "../statements/statement.ts";
import { Store } from "../database/store.ts";

/** The chain `c`. */
const CHAIN = selection(SimulatedChainRow, "c", [
  "salt",
  "genesisAt",
  "minedBlocks",
  "clockBlocks",
  "lastMinedAt",
  "reorganisedFrom",
]);
/** Extra blocks `m`. */
const MINING = selection(SimulatedMiningRow, "m", ["firstNumber", "blocks", "minedBefore", "at", "aheadMs"]);
/** A transaction `x`. */
const TRANSACTION_ALONE = selection(SimulatedTransactionRow, "x", ["blockNumber", "succeeded"], {
  txHash: "hash",
});
/** A transfer `t` of a transaction `x`. */
const TRANSFER = selection(SimulatedTransferRow, "t", ["token", "units", "txHash", "logIndex"], {
  to: "recipient",
  blockNumber: int8({ sql: "x.block_number" }),
});
// Waits for a running reorganisation: no final block's hash is read that is about to change.
const STATE = statement("simulated-state", `select ${CHAIN.columns} from simulated_chain c for share`);
const CREATE = statement(
  "simulated-create",
  "insert into simulated_chain (salt, genesis_at, last_mined_at) values ($1, $2, $2) on conflict do nothing",
);
// No other transaction reads it meanwhile.
const LOCK = statement("simulated-lock", `select ${CHAIN.columns} from simulated_chain c for update`);
const REORGANISE = statement(
  "simulated-reorganise",
  `with dropped as (delete from simulated_transaction where block_number >= $1)
    update simulated_chain set reorganised_from = reorganised_from || $1::bigint`,
);
const TRANSACTION = statement(
  "simulated-transaction",
  `select ${TRANSACTION_ALONE.columns}, ${TRANSFER.columns}
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

  miningUpTo(number: number): Promise<SimulatedMining | null> {
    return this.db.rows(MINING).one({ firstNumber: { $lte: number } }, { order: { firstNumber: "desc" } });
  }

  async transaction(txHash: Hex): Promise<SimulatedTransaction | null> {
    const rows = await this.db.queryAlone(TRANSACTION, [txHash]);
    const [first] = rows;
    if (first === undefined) return null;
    return {
      ...TRANSACTION_ALONE.record(first),
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
    const { firstNumber, blocks, minedBefore, at, aheadMs } = mining;
    const height = { minedBlocks: minedBefore + blocks, clockBlocks, lastMinedAt: at };
    await this.db.rows(SimulatedChainRow).change({}, height);
    await this.db.rows(SimulatedMiningRow).add({ firstNumber, blocks, minedBefore, at, aheadMs });
    if (transaction === null) return;
    const { txHash, blockNumber, succeeded, transfers } = transaction;
    await this.db.rows(SimulatedTransactionRow).add({ hash: txHash, blockNumber, succeeded });
    const rows = this.db.rows(SimulatedTransferRow);
    for (const { logIndex, token, to, units } of transfers)
      await rows.add({ txHash, logIndex, token, recipient: to, units });
  }
}

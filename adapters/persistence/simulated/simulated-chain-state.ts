import type { Hex, Transfer } from "../../../ports/chain.ts";
import {
  type SimulatedChange,
  SimulatedChainState,
  type SimulatedMining,
  type SimulatedState,
  type SimulatedTransaction,
} from "../../../ports/simulated/simulated-chain-state.ts";
import { invariant } from "../../../src/shared/invariant.ts";
import { Database } from "../database/database.ts";
import { int } from "../statements/row.ts";
import { statement } from "../statements/statement.ts";

const COLUMNS = "salt, genesis_at, mined_blocks, clock_blocks, last_mined_at, reorganised_from";
// A reorganisation that is being decided is waited for: nobody reads a final block whose hash is about to change.
const STATE = statement("simulated-state", `select ${COLUMNS} from simulated_chain for share`);
const CREATE = statement(
  "simulated-create",
  `insert into simulated_chain (salt, genesis_at, last_mined_at) values ($1, $2, $2) on conflict do nothing`,
);
const LOCK = statement("simulated-lock", `select ${COLUMNS} from simulated_chain for update`);
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
  `select first_number, blocks, mined_before, at from simulated_mining
    where first_number <= $1 order by first_number desc limit 1`,
);
const TRANSACTION = statement(
  "simulated-transaction",
  `select x.hash, x.block_number, x.succeeded, t.log_index, t.token, t.recipient, t.units
    from simulated_transaction x left join simulated_transfer t on t.tx_hash = x.hash
    where x.hash = $1 order by t.log_index`,
);
const TRANSFERS = statement(
  "simulated-transfers",
  `select x.hash, x.block_number, t.log_index, t.token, t.recipient, t.units
    from simulated_transaction x join simulated_transfer t on t.tx_hash = x.hash
    where x.block_number between $1 and $2 and t.token = $3 and t.recipient = any($4)
    order by x.block_number, t.log_index`,
);

interface StateColumns {
  salt: Buffer;
  genesis_at: Date;
  mined_blocks: string;
  clock_blocks: string;
  last_mined_at: Date;
  reorganised_from: string[];
}

interface MiningColumns {
  first_number: string;
  blocks: number;
  mined_before: string;
  at: Date;
}

interface TransferColumns {
  hash: Hex;
  block_number: string;
  log_index: number;
  token: Hex;
  recipient: Hex;
  units: string;
}

interface TransactionColumns extends Omit<TransferColumns, "log_index"> {
  succeeded: boolean;
  /** null: it made no transfer. */
  log_index: number | null;
}

function stateRecord(row: StateColumns): SimulatedState {
  return {
    salt: row.salt,
    genesisAt: row.genesis_at,
    minedBlocks: int(row.mined_blocks),
    clockBlocks: int(row.clock_blocks),
    lastMinedAt: row.last_mined_at,
    reorganisedFrom: row.reorganised_from.map(int),
  };
}

function transferRecord(row: TransferColumns): Transfer {
  return {
    token: row.token,
    to: row.recipient,
    units: BigInt(row.units),
    txHash: row.hash,
    logIndex: row.log_index,
    blockNumber: int(row.block_number),
  };
}

export class PostgresSimulatedChainState implements SimulatedChainState {
  static readonly as = SimulatedChainState;
  static readonly needs = [Database] as const;
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async state(fresh: Pick<SimulatedState, "salt" | "genesisAt">): Promise<SimulatedState> {
    let [row] = await this.#db.queryAlone<StateColumns>(STATE);
    if (row === undefined) {
      await this.#db.queryAlone(CREATE, [fresh.salt, fresh.genesisAt]);
      [row] = await this.#db.queryAlone<StateColumns>(STATE);
    }
    return stateRecord(row!);
  }

  async change(work: (state: SimulatedState) => SimulatedChange | null): Promise<void> {
    await this.#db.run(async () => {
      const [row] = await this.#db.query<StateColumns>(LOCK);
      invariant(row, "the chain was read before it is changed");
      const change = work(stateRecord(row));
      if (change?.what === "mining") await this.#addMining(change);
      if (change?.what === "reorganisation") await this.#db.query(REORGANISE, [change.fromNumber]);
    });
  }

  async miningUpTo(number: number): Promise<SimulatedMining | null> {
    const [row] = await this.#db.queryAlone<MiningColumns>(MINING_UP_TO, [number]);
    if (row === undefined) return null;
    return {
      firstNumber: int(row.first_number),
      blocks: row.blocks,
      minedBefore: int(row.mined_before),
      at: row.at,
    };
  }

  async transaction(txHash: Hex): Promise<SimulatedTransaction | null> {
    const rows = await this.#db.queryAlone<TransactionColumns>(TRANSACTION, [txHash]);
    const [first] = rows;
    if (first === undefined) return null;
    return {
      txHash: first.hash,
      blockNumber: int(first.block_number),
      succeeded: first.succeeded,
      transfers: rows.flatMap(({ log_index, ...row }) =>
        log_index === null ? [] : [transferRecord({ ...row, log_index })],
      ),
    };
  }

  async transfers(filter: {
    readonly token: Hex;
    readonly to: readonly Hex[];
    readonly fromBlock: number;
    readonly toBlock: number;
  }): Promise<Transfer[]> {
    const { fromBlock, toBlock, token, to } = filter;
    const rows = await this.#db.queryAlone<TransferColumns>(TRANSFERS, [fromBlock, toBlock, token, to]);
    return rows.map(transferRecord);
  }

  async #addMining({
    mining,
    clockBlocks,
    transaction,
  }: SimulatedChange & { what: "mining" }): Promise<void> {
    const { firstNumber, blocks, minedBefore, at } = mining;
    await this.#db.query(COUNT_MINED, [minedBefore + blocks, clockBlocks, at]);
    await this.#db.query(ADD_MINING, [firstNumber, blocks, minedBefore, at]);
    if (transaction === null) return;
    const { txHash, blockNumber, succeeded, transfers } = transaction;
    await this.#db.query(ADD_TRANSACTION, [txHash, blockNumber, succeeded]);
    await this.#db.query(ADD_TRANSFERS, [
      txHash,
      transfers.map(({ logIndex }) => logIndex),
      transfers.map(({ token }) => token),
      transfers.map(({ to }) => to),
      transfers.map(({ units }) => String(units)),
    ]);
  }
}

import type { Hex } from "../../../ports/chain.ts";
import { Wakers } from "../../../ports/jobs/wakers.ts";
import {
  type ChainAttempt,
  type ChainCall,
  ChainCalls,
  type NewCall,
  type NumberedCall,
} from "../../../ports/onchain/chain-calls.ts";
import type { CallPurpose, CallState } from "../../../src/onchain/chain-call.ts";
import type { CallId, OrganisationId } from "../../../src/shared/ids.ts";
import { Database } from "../database/database.ts";
import { bigint, flag, int4, int8, int, row, text, time, together } from "../statements/row.ts";
import { statement } from "../statements/statement.ts";

/** A call `c`. */
const CALL = row("chain_call c", {
  id: int8<CallId>(),
  organisationId: int8<OrganisationId>(),
  chainId: int8(),
  purpose: text<CallPurpose>(),
  reference: text(),
  target: text<Hex>(),
  data: text<Hex>(),
  state: text<CallState>(),
  signer: text<Hex>().orNull,
  nonce: int8().orNull,
  gas: int8().orNull,
  mined: together({ txHash: text<Hex>(), blockNumber: int8(), succeeded: flag() }),
  error: text().orNull,
  createdAt: time(),
});
const ATTEMPT = row("chain_attempt a", {
  callId: int8<CallId>(),
  nonce: int8(),
  number: int4(),
  hash: text<Hex>("tx_hash"),
  raw: text<Hex>(),
  maxFee: bigint(),
  tip: bigint(),
  createdAt: time(),
});
const QUEUE = statement(
  "queue-chain-call",
  `insert into chain_call (organisation_id, chain_id, purpose, reference, target, data, created_at)
    values ($1, $2, $3, $4, $5, $6, $7) on conflict on constraint chain_call_once do nothing`,
);
const BY_REFERENCE = statement(
  "chain-call-by-reference",
  `select ${CALL.columns} from chain_call c
    where c.organisation_id = $1 and c.chain_id = $2 and c.purpose = $3 and c.reference = $4`,
);
const IN_STATE = statement(
  "chain-calls-in-state",
  `select ${CALL.columns} from chain_call c where c.chain_id = $1 and c.state = $2
    and c.state in ('queued', 'sent', 'mined') order by c.nonce, c.id limit $3`,
);
const ATTEMPTS = statement(
  "chain-attempts",
  `select ${ATTEMPT.columns} from unnest($1::bigint[], $2::bigint[]) as k (organisation_id, id)
    join chain_call c on c.organisation_id = k.organisation_id and c.id = k.id
    join chain_attempt a on a.organisation_id = c.organisation_id and a.call_id = c.id and a.nonce = c.nonce
    order by a.call_id, a.number`,
);
const IS_IDLE = statement(
  "chain-calls-are-idle",
  `select not exists (select from chain_call where chain_id = $1 and state in ('queued', 'sent', 'mined')) as idle`,
);
const IS_USED = statement(
  "chain-nonce-is-given",
  "select exists (select from chain_call where chain_id = $1 and signer = $2 and nonce = $3) as used",
);
const TAKE = statement("take-nonce", "select take_nonce($1, $2, $3, $4, $5, $6) as nonce");
const ADD_ATTEMPT = statement(
  "add-chain-attempt",
  `with kept as (
      insert into chain_attempt as a
        (organisation_id, call_id, nonce, number, tx_hash, raw, max_fee, tip, created_at)
      select $1, $2, $3, $4, $5, $6, $7, $8, $9 from chain_call c
        where c.organisation_id = $1 and c.id = $2 and c.nonce = $3
      on conflict (organisation_id, call_id, nonce, number) do nothing returning a.*
    )
    select ${ATTEMPT.columns} from (
      select * from kept
      union all
      select * from chain_attempt b
        where b.organisation_id = $1 and b.call_id = $2 and b.nonce = $3 and b.number = $4
    ) a limit 1`,
);
const REFUSE = statement(
  "refuse-chain-call",
  "update chain_call set state = 'refused', error = $3 where organisation_id = $1 and id = $2 and state = 'queued'",
);
const MINE = statement(
  "mine-chain-call",
  `update chain_call set state = $4, tx_hash = $5, block_number = $6, succeeded = $7, error = $8
    where organisation_id = $1 and id = $2 and nonce = $3 and state in ('sent', 'mined')`,
);
const UNMINE = statement(
  "unmine-chain-call",
  `update chain_call set state = 'sent', tx_hash = null, block_number = null, succeeded = null, error = null
    where organisation_id = $1 and id = $2 and nonce = $3 and state = 'mined'`,
);
const REQUEUE = statement(
  "requeue-chain-call",
  `update chain_call set state = 'queued', signer = null, nonce = null, gas = null
    where organisation_id = $1 and id = $2 and nonce = $3 and state = 'sent'`,
);
const WAITING = statement(
  "waiting-chain-calls",
  `select state, count(*) as number, min(created_at) as oldest from chain_call
    where chain_id = $1 and state in ('queued', 'sent', 'mined') group by state`,
);

export class PostgresChainCalls implements ChainCalls {
  static readonly as = ChainCalls;
  static readonly needs = [Database, Wakers] as const;
  readonly #db: Database;
  readonly #wakers: Pick<Wakers, "callsQueued">;

  constructor(db: Database, wakers: Pick<Wakers, "callsQueued">) {
    this.#db = db;
    this.#wakers = wakers;
  }

  async queue(call: NewCall): Promise<void> {
    const { organisationId, chainId, purpose, reference, target, data, createdAt } = call;
    await this.#db.query(QUEUE, [organisationId, chainId, purpose, reference, target, data, createdAt]);
    this.#wakers.callsQueued();
  }

  async byReference(
    call: Pick<ChainCall, "organisationId" | "chainId" | "purpose" | "reference">,
  ): Promise<ChainCall | null> {
    const { organisationId, chainId, purpose, reference } = call;
    const [found] = await this.#db.query(BY_REFERENCE, [organisationId, chainId, purpose, reference]);
    return found ? CALL.record(found) : null;
  }

  async isIdle(chainId: number): Promise<boolean> {
    const [found] = await this.#db.query<{ idle: boolean }>(IS_IDLE, [chainId]);
    return found!.idle;
  }

  async isGiven(chainId: number, signer: Hex, nonce: number): Promise<boolean> {
    const [found] = await this.#db.query<{ used: boolean }>(IS_USED, [chainId, signer, nonce]);
    return found!.used;
  }

  async queued(chainId: number, limit: number): Promise<ChainCall[]> {
    const found = await this.#db.query(IN_STATE, [chainId, "queued", limit]);
    return found.map(CALL.record);
  }

  async numbered(chainId: number, state: "sent" | "mined", limit: number): Promise<NumberedCall[]> {
    const calls = (await this.#db.query(IN_STATE, [chainId, state, limit])).map(CALL.record);
    if (calls.length === 0) return [];
    const ids = [calls.map(({ organisationId }) => organisationId), calls.map(({ id }) => id)];
    const attempts = (await this.#db.query(ATTEMPTS, ids)).map(ATTEMPT.record);
    return calls.map((call) => ({
      ...(call as NumberedCall),
      // A call with a new nonce since has none of this one's attempts.
      attempts: attempts.filter(({ callId, nonce }) => callId === call.id && nonce === call.nonce),
    }));
  }

  async take(
    call: Pick<ChainCall, "organisationId" | "id">,
    taking: {
      readonly signer: Hex;
      readonly minedCount: number;
      readonly gas: number;
      readonly inFlight: number;
    },
  ): Promise<number | null> {
    const { signer, minedCount, gas, inFlight } = taking;
    const [taken] = await this.#db.retrying<{ nonce: string | null }>(TAKE, [
      call.organisationId,
      call.id,
      signer,
      minedCount,
      gas,
      inFlight,
    ]);
    return taken!.nonce === null ? null : int(taken!.nonce);
  }

  async addAttempt(call: NumberedCall, attempt: ChainAttempt): Promise<ChainAttempt | null> {
    const { number, hash, raw, maxFee, tip, createdAt } = attempt;
    const key = [call.organisationId, call.id, call.nonce, number];
    const values = [...key, hash, raw, String(maxFee), String(tip), createdAt];
    let [row] = await this.#db.query(ADD_ATTEMPT, values);
    // If another attempt was stored concurrently, it was not visible to the statement.
    if (!row) [row] = await this.#db.query(ADD_ATTEMPT, values);
    return row ? ATTEMPT.record(row) : null;
  }

  async refuse(call: Pick<ChainCall, "organisationId" | "id">, error: string | null): Promise<void> {
    await this.#db.query(REFUSE, [call.organisationId, call.id, error]);
  }

  async mine(
    call: NumberedCall,
    mined: NonNullable<ChainCall["mined"]>,
    { final, error }: { readonly final: boolean; readonly error: string | null },
  ): Promise<void> {
    const { txHash, blockNumber, succeeded } = mined;
    const state: CallState = final ? "final" : "mined";
    const key = [call.organisationId, call.id, call.nonce];
    await this.#db.query(MINE, [...key, state, txHash, blockNumber, succeeded, error]);
  }

  async unmine(call: NumberedCall): Promise<void> {
    await this.#db.query(UNMINE, [call.organisationId, call.id, call.nonce]);
  }

  async requeue(call: NumberedCall): Promise<void> {
    await this.#db.query(REQUEUE, [call.organisationId, call.id, call.nonce]);
  }

  async waiting(chainId: number): Promise<{
    readonly byState: Readonly<Record<"queued" | "sent" | "mined", number>>;
    readonly oldestUnminedAt: Date | null;
  }> {
    const found = await this.#db.read<{ state: "queued" | "sent" | "mined"; number: string; oldest: Date }>(
      WAITING,
      [chainId],
      "recent",
    );
    const byState = { queued: 0, sent: 0, mined: 0 };
    let oldestUnminedAt: Date | null = null;
    for (const { state, number, oldest } of found) {
      byState[state] = int(number);
      if (state !== "mined" && (oldestUnminedAt === null || oldest < oldestUnminedAt))
        oldestUnminedAt = oldest;
    }
    return { byState, oldestUnminedAt };
  }
}

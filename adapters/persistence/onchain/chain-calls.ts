import type { Hex } from "../../../ports/chain.ts";
import { Wakers } from "../../../ports/jobs/wakers.ts";
import {
  type ChainAttempt,
  type ChainCall,
  ChainCalls,
  type NewCall,
  type NumberedCall,
} from "../../../ports/onchain/chain-calls.ts";
import { Database } from "../database/database.ts";
import { ChainAttemptRow, ChainCallRow } from "../entities/onchain.ts";
import { expression } from "../orm/rows.ts";
import { selection, together } from "../statements/selection.ts";
import { statement } from "../statements/statement.ts";

/** A call `c`. */
const CALL = selection(
  ChainCallRow,
  "c",
  [
    "id",
    "organisationId",
    "chainId",
    "purpose",
    "reference",
    "target",
    "data",
    "state",
    "signer",
    "nonce",
    "gas",
    "error",
    "createdAt",
  ],
  { mined: together({ txHash: "txHash", blockNumber: "blockNumber", succeeded: "succeeded" }) },
);
const ATTEMPT = selection(
  ChainAttemptRow,
  "a",
  ["callId", "nonce", "number", "raw", "maxFee", "tip", "createdAt"],
  { hash: "txHash" },
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
    const row = { chainId, purpose, reference, target, data, createdAt };
    await this.#db
      .of(organisationId, ChainCallRow)
      .addOnce(row, ["organisationId", "chainId", "purpose", "reference"]);
    this.#wakers.callsQueued();
  }

  byReference(
    call: Pick<ChainCall, "organisationId" | "chainId" | "purpose" | "reference">,
  ): Promise<ChainCall | null> {
    const { organisationId, chainId, purpose, reference } = call;
    return this.#db.of(organisationId, CALL).one({ chainId, purpose, reference });
  }

  async isIdle(chainId: number): Promise<boolean> {
    const [found] = await this.#db.query<{ idle: boolean }>(IS_IDLE, [chainId]);
    return found!.idle;
  }

  isGiven(chainId: number, signer: Hex, nonce: number): Promise<boolean> {
    return this.#db
      .ofAll(ChainCallRow, "one key signs for all organisations")
      .exists({ chainId, signer, nonce });
  }

  queued(chainId: number, limit: number): Promise<ChainCall[]> {
    return this.#inState(chainId, "queued", limit);
  }

  #inState(chainId: number, state: "queued" | "sent" | "mined", limit: number): Promise<ChainCall[]> {
    return (
      this.#db
        .ofAll(CALL, "one key signs for all organisations, in the order of its transactions")
        // The index of open calls is used only with the state in the text.
        .list({ chainId, state: expression(`'${state}'`) }, { order: { nonce: "asc", id: "asc" }, limit })
    );
  }

  async numbered(chainId: number, state: "sent" | "mined", limit: number): Promise<NumberedCall[]> {
    const calls = await this.#inState(chainId, state, limit);
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
    const [taken] = await this.#db.retrying<{ nonce: number | null }>(TAKE, [
      call.organisationId,
      call.id,
      signer,
      minedCount,
      gas,
      inFlight,
    ]);
    return taken!.nonce;
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

  async refuse(
    { organisationId, id }: Pick<ChainCall, "organisationId" | "id">,
    error: string | null,
  ): Promise<void> {
    await this.#db
      .of(organisationId, ChainCallRow)
      .change({ id, state: "queued" }, { state: "refused", error });
  }

  async mine(
    { organisationId, id, nonce }: NumberedCall,
    { txHash, blockNumber, succeeded }: NonNullable<ChainCall["mined"]>,
    { final, error }: { readonly final: boolean; readonly error: string | null },
  ): Promise<void> {
    await this.#db
      .of(organisationId, ChainCallRow)
      .change(
        { id, nonce, state: ["sent", "mined"] },
        { state: final ? "final" : "mined", txHash, blockNumber, succeeded, error },
      );
  }

  async unmine({ organisationId, id, nonce }: NumberedCall): Promise<void> {
    await this.#db
      .of(organisationId, ChainCallRow)
      .change(
        { id, nonce, state: "mined" },
        { state: "sent", txHash: null, blockNumber: null, succeeded: null, error: null },
      );
  }

  async requeue({ organisationId, id, nonce }: NumberedCall): Promise<void> {
    await this.#db
      .of(organisationId, ChainCallRow)
      .change({ id, nonce, state: "sent" }, { state: "queued", signer: null, nonce: null, gas: null });
  }

  async waiting(chainId: number): Promise<{
    readonly byState: Readonly<Record<"queued" | "sent" | "mined", number>>;
    readonly oldestUnminedAt: Date | null;
  }> {
    const found = await this.#db.read<{ state: "queued" | "sent" | "mined"; number: number; oldest: Date }>(
      WAITING,
      [chainId],
      "recent",
    );
    const byState = { queued: 0, sent: 0, mined: 0 };
    let oldestUnminedAt: Date | null = null;
    for (const { state, number, oldest } of found) {
      byState[state] = number;
      if (state !== "mined" && (oldestUnminedAt === null || oldest < oldestUnminedAt))
        oldestUnminedAt = oldest;
    }
    return { byState, oldestUnminedAt };
  }
}

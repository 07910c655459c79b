import type { Hex } from "../../ports/chain.ts";
import { Clock } from "../../ports/clock.ts";
import { Log } from "../../ports/log.ts";
import {
  type ChainAttempt,
  type ChainCall,
  ChainCalls,
  type NumberedCall,
} from "../../ports/onchain/chain-calls.ts";
import { ChainSigner } from "../../ports/onchain/chain-signer.ts";
import { ChainWriter, type Fees, type MinedTransaction } from "../../ports/onchain/chain-writer.ts";
import { RaffleSettings } from "../../ports/settings.ts";
import { Process } from "../shared/process.ts";
import { firstFees, replacingFees } from "./fees.ts";

/** Limit of calls in the state `sent`. */
const IN_FLIGHT = 16;
/** Mined calls that a turn checks, the oldest first: more wait until these are final. */
const MINED_AT_ONCE = 64;
/** Divisors of the replacing interval: for broadcasting a transaction again, and for checking a mined one. */
const AGAIN_PART = 6;
const CONFIRM_PART = 3;
/** Calls that the signer's balance must always cover. */
const RESERVE_CALLS = 20n;

/** Configured parts of a turn, and the state of the chain. */
interface Turn {
  readonly writer: ChainWriter;
  readonly signer: ChainSigner;
  readonly settings: RaffleSettings;
  readonly address: Hex;
  /** Number of the signer's transactions in blocks up to the newest, and up to the final one. */
  readonly newest: number;
  readonly final: number;
  readonly fees: () => Promise<Fees>;
}

/**
 * Makes calls of contracts: each once, despite crashes at any point, by any number of processes at once. A call gets a
 * number, is signed, stored, and only then broadcast. After a crash the next process finds a number without a
 * transaction and signs one, or a transaction that may not have been sent and sends it again. The contract makes
 * repeating safe: it refuses each of these calls where it has happened before.
 */
export class ContractCalls extends Process<typeof ContractCalls.needs> {
  static readonly needs = {
    calls: ChainCalls,
    writer: ChainWriter,
    signer: ChainSigner,
    settings: RaffleSettings,
    clock: Clock,
    log: Log,
  };
  /** Time of this process's last query or broadcast of each pending transaction. */
  #lookedAt = new Map<Hex, number>();
  /** Messages that were logged once and have not changed since. */
  readonly #logged = new Set<string>();

  /** Takes one turn over all open calls. @returns how many made progress; 0: nothing to do */
  async sendOnce(): Promise<number> {
    const { calls, writer, signer, settings } = this.parts;
    if (writer === null || signer === null || settings === null) return 0;
    const { chainId } = writer;
    if (await calls.isIdle(chainId)) return 0;
    const address = await signer.address();
    // The counts come first: a transaction in one of these blocks was stored before, so the rows that are read then
    // have it.
    const newest = await writer.minedCount(address, "newest");
    const final = await writer.minedCount(address, "final");
    let market: Promise<Fees> | undefined;
    const fees = () => (market ??= writer.fees());
    const turn: Turn = { writer, signer, settings, address, newest, final, fees };

    const sent = await calls.numbered(chainId, "sent", IN_FLIGHT * 2);
    const mined = await calls.numbered(chainId, "mined", MINED_AT_ONCE);
    this.#forget([...sent, ...mined]);
    let done = 0;
    for (const call of sent) done += Number(await this.#follow(turn, call));
    for (const call of mined) done += Number(await this.#confirm(turn, call));
    done += await this.#fillGap(turn, sent);
    return done + (await this.#begin(turn, sent));
  }

  /** Gives queued calls numbers. */
  async #begin(turn: Turn, sent: readonly NumberedCall[]): Promise<number> {
    const { calls } = this.parts;
    const { writer, settings, address } = turn;
    const queued = await calls.queued(writer.chainId, IN_FLIGHT);
    if (queued.length === 0) return 0;
    let owed = sent.reduce(
      (sum, { gas, attempts }) => sum + costOf(gas, attempts.at(-1) ?? null, settings),
      0n,
    );
    const balance = await writer.balance(address);
    const offer = firstFees(await turn.fees(), settings.maxFee);
    let done = 0;
    for (const call of queued) {
      const { target, data } = call;
      const estimate = await writer.estimate({ from: address, target, data });
      if (estimate.outcome === "refused") {
        await calls.refuse(call, estimate.error);
        this.parts.log.warn({ ...factsOf(call), error: estimate.error }, "call of a contract refused");
        done++;
        continue;
      }
      const gas = Math.ceil(estimate.gas * 1.25) + 10_000;
      const cost = BigInt(gas) * offer.maxFee;
      this.#tellReserve(address, balance - owed, cost);
      if (owed + cost > balance) break;
      const taking = { signer: address, minedCount: turn.newest, gas, inFlight: IN_FLIGHT };
      const nonce = await calls.take(call, taking);
      // Another process has it, or enough are in progress.
      if (nonce === null) continue;
      owed += cost;
      done++;
      await this.#send(turn, { ...call, state: "sent", signer: address, nonce, gas, attempts: [] }, offer);
    }
    return done;
  }

  /** Follows a call with a number. @returns whether it made progress */
  async #follow(turn: Turn, call: NumberedCall): Promise<boolean> {
    const { calls, clock } = this.parts;
    if (call.signer !== turn.address) return this.#takeOver(turn, call);
    if (call.nonce < turn.newest) {
      const found = await this.#foundIn(turn, call);
      if (found !== null) {
        await this.#mine(turn, call, found);
        return true;
      }
      if (call.nonce >= turn.final) return false;
      this.parts.log.warn(factsOf(call), "a transaction number was used by another sender");
      await calls.requeue(call);
      return true;
    }
    const last = call.attempts.at(-1);
    if (last === undefined) {
      await this.#send(turn, call, firstFees(await turn.fees(), turn.settings.maxFee));
      return true;
    }
    const isOld = clock.now().getTime() - last.createdAt.getTime() >= turn.settings.bumpMs;
    // Later calls wait for this one at any fee.
    if (call.nonce === turn.newest && isOld) {
      const fees = replacingFees(last, await turn.fees(), turn.settings.maxFee);
      if (fees !== null) {
        await this.#send(turn, call, fees);
        return true;
      }
      this.#once(`cap ${last.hash}`, () =>
        this.parts.log.error(
          { alert: true, ...factsOf(call), variable: "CHAIN_MAX_FEE_GWEI" },
          "a transaction waits: replacing it would cost more than the cap",
        ),
      );
    }
    await this.#broadcast(turn, call, last);
    return false;
  }

  /** Takes over a call that another key signed: that key was removed, or for a moment it is another process's. */
  async #takeOver(turn: Turn, call: NumberedCall): Promise<boolean> {
    const found = await this.#foundIn(turn, call);
    if (found === null) await this.parts.calls.requeue(call);
    else await this.#mine(turn, call, found);
    return true;
  }

  /** Checks that a mined call stays. @returns whether it made progress */
  async #confirm(turn: Turn, call: NumberedCall): Promise<boolean> {
    const hash = call.mined!.txHash;
    if (!this.#isTime(hash, turn.settings.bumpMs / CONFIRM_PART)) return false;
    const found = await this.#foundIn(turn, call);
    if (found === null) {
      await this.parts.calls.unmine(call);
      this.parts.log.warn(factsOf(call), "a reorganisation has dropped a transaction; it is sent again");
      return true;
    }
    const isSame = found.hash === hash && found.blockNumber === call.mined!.blockNumber;
    if (isSame && !found.final) return false;
    await this.#mine(turn, call, found);
    return true;
  }

  /**
   * Fills an unused number below all pending ones: it would stop them all. It can only come of a chain that has lost a
   * foreign transaction. A queued call takes it, or else the last pending one.
   */
  async #fillGap({ writer, address, newest }: Turn, sent: readonly NumberedCall[]): Promise<number> {
    const ours = sent.filter(({ signer }) => signer === address);
    const last = ours.at(-1);
    if (last === undefined || ours[0]!.nonce <= newest) return 0;
    if (await this.parts.calls.isGiven(writer.chainId, address, newest)) return 0;
    this.parts.log.warn({ ...factsOf(last), unused: newest }, "a transaction number is not used");
    await this.parts.calls.requeue(last);
    return 1;
  }

  async #mine(
    { writer, address }: Turn,
    call: NumberedCall,
    found: MinedTransaction & { readonly hash: Hex },
  ): Promise<void> {
    const { calls, log } = this.parts;
    const { hash: txHash, blockNumber, succeeded, final } = found;
    let error = call.error;
    if (!succeeded && call.mined === null) {
      // A receipt has no reason: most likely the one that would stop the call now.
      const { target, data } = call;
      const now = await writer.estimate({ from: address, target, data });
      error = now.outcome === "refused" ? now.error : null;
      log.warn({ ...factsOf(call), txHash, error }, "call of a contract failed");
    }
    await calls.mine(call, { txHash, blockNumber, succeeded }, { final, error });
    if (call.mined === null && succeeded) log.info({ ...factsOf(call), txHash }, "call of a contract mined");
  }

  /** Returns its transaction that is in a block. */
  async #foundIn(
    { writer }: Turn,
    call: NumberedCall,
  ): Promise<(MinedTransaction & { readonly hash: Hex }) | null> {
    for (const { hash } of call.attempts.toReversed()) {
      const found = await writer.mined(hash);
      if (found !== null) return { ...found, hash };
    }
    return null;
  }

  /** Signs, stores and broadcasts, in this order. */
  async #send(turn: Turn, call: NumberedCall, fees: Fees): Promise<void> {
    const { calls, clock } = this.parts;
    const { writer, signer } = turn;
    const { nonce, target, data, gas } = call;
    const transaction = { nonce, target, data, gas, ...fees };
    const signature = await signer.sign(await writer.digest(transaction));
    const signed = await writer.signed(transaction, signature);
    const number = (call.attempts.at(-1)?.number ?? 0) + 1;
    const attempt: ChainAttempt = { ...fees, ...signed, number, createdAt: clock.now() };
    const storedAttempt = await calls.addAttempt(call, attempt);
    if (storedAttempt !== null) await this.#broadcast(turn, call, storedAttempt);
  }

  async #broadcast({ writer, settings }: Turn, call: NumberedCall, attempt: ChainAttempt): Promise<void> {
    const { hash, raw } = attempt;
    if (!this.#isTime(hash, settings.bumpMs / AGAIN_PART)) return;
    const outcome = await writer.broadcast(raw);
    if (outcome === "taken" || outcome === "spent") return;
    this.#once(`${outcome} ${hash}`, () =>
      this.parts.log.warn({ ...factsOf(call), txHash: hash, outcome }, "a chain node refused a transaction"),
    );
  }

  #tellReserve(address: Hex, balance: bigint, cost: bigint): void {
    const isLow = balance < RESERVE_CALLS * cost;
    if (!isLow) this.#logged.delete("reserve");
    else
      this.#once("reserve", () =>
        this.parts.log.error(
          { alert: true, signer: address, wei: String(balance), callCosts: String(cost) },
          "the account that pays for calls of contracts runs low",
        ),
      );
  }

  #once(what: string, say: () => void): void {
    if (this.#logged.has(what)) return;
    if (this.#logged.size > 1_000) this.#logged.clear();
    this.#logged.add(what);
    say();
  }

  /** Returns whether this process has left the transaction alone for the given time; if so, marks it as handled now. */
  #isTime(hash: Hex, afterMs: number): boolean {
    const now = performance.now();
    if (now - (this.#lookedAt.get(hash) ?? -Infinity) < afterMs) return false;
    this.#lookedAt.set(hash, now);
    return true;
  }

  #forget(underWay: readonly NumberedCall[]): void {
    const known = new Set(underWay.flatMap(({ attempts }) => attempts.map(({ hash }) => hash)));
    this.#lookedAt = new Map([...this.#lookedAt].filter(([hash]) => known.has(hash)));
  }
}

function factsOf({ organisationId, purpose, reference, nonce }: ChainCall): object {
  return { organisationId, purpose, reference, ...(nonce !== null && { nonce }) };
}

function costOf(gas: number, last: Fees | null, settings: RaffleSettings): bigint {
  return BigInt(gas) * (last?.maxFee ?? settings.maxFee);
}

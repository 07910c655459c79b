import { expect } from "vitest";
import type { Hex } from "../../ports/chain.ts";
import { RaffleLots } from "../../src/onchain/raffle-lots.ts";
import { RaffleWatcher } from "../../src/onchain/raffle-watcher.ts";
import type { Json, TestService } from "../support/service/service.ts";
import { ChainRig } from "./chain-rig.ts";

/** Confirmations that the rig configures. */
export const CONFIRMATIONS = 5;
export const DAY_SEC = 86_400;
export const PRICE = 2_500_000n;
const SOON = { interval: 50 };

/** Lots on a real contract, whose buyers and times a test moves. */
export class LifeRig {
  readonly rig: ChainRig;

  private constructor(rig: ChainRig) {
    this.rig = rig;
  }

  static async open(options: Parameters<typeof ChainRig.open>[0] = {}): Promise<LifeRig> {
    return new LifeRig(await ChainRig.open(options));
  }

  close(): Promise<void> {
    return this.rig.close();
  }

  get chain(): ChainRig["chain"] {
    return this.rig.chain;
  }

  get partner(): ChainRig["partner"] {
    return this.rig.partner;
  }

  get buyers(): [Hex, Hex] {
    return [this.chain.buyers[0]!, this.chain.buyers[1]!];
  }

  /** A lot of 50 tickets that sells now and ends a day of the chain's time later. */
  async created(more: object = {}): Promise<number> {
    const now = await this.chain.now();
    const at = (sec: number) => new Date(sec * 1_000).toISOString();
    const body = { startDate: at(now - 60), endDate: at(now + DAY_SEC), maxTickets: 50, ...more };
    const answer = await this.rig.created(body);
    expect(answer.status, answer.text).toBe(201);
    return answer.json.data.id;
  }

  /** Cancels and repeats a 503, as a partner does: a busy machine may take longer than a request waits. */
  async cancelled(lotId: number): Promise<void> {
    const cancel = () => this.partner.post(`/competitions/${lotId}/cancel`);
    let answer = await cancel();
    for (let more = 5; answer.status === 503 && more > 0; more -= 1) answer = await cancel();
    expect([answer.status, answer.json.data?.state], answer.text).toEqual([200, "cancelled"]);
  }

  async buy(lotId: number, buyer: Hex, quantity: number, token = this.chain.usdc): Promise<Hex> {
    const { chain } = this;
    const cost = PRICE * BigInt(quantity);
    await chain.pay(token, buyer, cost);
    await chain.write(token, "approve", [chain.raffle.address, cost], { from: buyer });
    const args = [BigInt(lotId), quantity, cost];
    return (await chain.write(chain.raffle, "buy", args, { from: buyer })).transactionHash;
  }

  /** Returns the balance of a buyer or the treasury. */
  async balance(holder: Hex): Promise<bigint> {
    return (await this.chain.read(this.chain.usdc, "balanceOf", [holder])) as bigint;
  }

  async competition(lotId: number): Promise<Json> {
    return (await this.partner.get(`/competitions/${lotId}`)).json.data;
  }

  async onChain(lotId: number, query = ""): Promise<Json> {
    return (await this.partner.get(`/competitions/${lotId}/onchain${query}`)).json.data;
  }

  /** Returns the events of a lot for the partner: one type, or all. */
  async told(lotId: number, type: string | null = null): Promise<Json[]> {
    const rows = await this.rig.rows<{ payload: string }>(
      "select payload from event order by created_at, id",
    );
    return rows
      .map(({ payload }) => JSON.parse(payload))
      .filter((event) => event.data.lotId === lotId && (type === null || event.type === type));
  }

  /** Waits until this is so, while time passes for the service; another of its loops may have a lot just now. */
  async eventually(read: () => Promise<unknown>, expected: unknown): Promise<void> {
    const looked = async () => {
      await this.caughtUp();
      return read();
    };
    await expect.poll(looked, SOON).toBe(expected);
  }

  /** Waits until the contract has the lot in a state: 1 open, 2 drawing, 3 drawn, 4 cancelled. */
  async untilState(lotId: number, state: number): Promise<void> {
    await this.eventually(async () => (await this.rig.lot(lotId))!.state, state);
  }

  /** Makes the chain's blocks final, and lets the service read them and do what is due. */
  async settled(service: TestService = this.rig.service): Promise<void> {
    await this.chain.mine(CONFIRMATIONS);
    await this.caughtUp(service);
  }

  /** Reads what is final; the service's clock is not behind the chain's. */
  async caughtUp(service: TestService = this.rig.service): Promise<void> {
    const behindMs = (await this.chain.now()) * 1_000 - service.clock.now().getTime();
    service.clock.advance(Math.max(behindMs, 0) + 10_000);
    const raffleWatcher = service.wiring.get(RaffleWatcher);
    while ((await raffleWatcher.watchOnce()) > 0);
    for (let i = 0; i < 4; i += 1) await service.wiring.get(RaffleLots).stepOnce();
  }

  /** The service has had its draw requested, and has read so: another of its loops may be reading just now. @returns the request's id */
  async requested(lotId: number): Promise<bigint> {
    await this.settled();
    await this.untilState(lotId, 2);
    await this.settled();
    await this.eventually(async () => (await this.onChain(lotId)).vrfRequestId !== null, true);
    return BigInt((await this.onChain(lotId)).vrfRequestId);
  }
}

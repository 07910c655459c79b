import { SimulatedChain } from "../../adapters/chain/simulated-chain.ts";
import { LotDrawRunner } from "../../src/lot-draws/lot-draw-runner.ts";
import type { LotDrawDocument } from "../../src/lot-draws/lot-draw-document.ts";
import { LotCloser } from "../../src/lots/lot-closer.ts";
import { Partner, type PartnerOptions } from "../support/builders/partner.ts";
import {
  ADMIN_TOKEN,
  type Answer,
  type Json,
  type ServiceOptions,
  TestService,
} from "../support/service/service.ts";

const DAY_MS = 86_400_000;

/** Clocks make a block every two seconds; a test that needs one not to exist commits this far ahead. */
export const FAR_AHEAD = 1_000;
/** Number of blocks that makes any committed block final. */
export const FAR_BLOCKS = FAR_AHEAD + 64;

/** A service whose draws a test takes step by step, and a partner who sells. */
export class DrawRig {
  readonly service: TestService;
  readonly partner: Partner;

  constructor(service: TestService, partner: Partner) {
    this.service = service;
    this.partner = partner;
  }

  static async open(options: ServiceOptions = {}, partner: PartnerOptions = {}): Promise<DrawRig> {
    const service = await TestService.open({
      ...options,
      environment: { DRAW_BLOCKS_AHEAD: String(FAR_AHEAD), ...options.environment },
    });
    return new DrawRig(service, await Partner.add(service, partner));
  }

  stop(): Promise<void> {
    return this.service.stop();
  }

  get chain(): SimulatedChain {
    return this.service.wiring.get(SimulatedChain);
  }

  /** Creates a lot and sells each quantity to a separate buyer. */
  async sold(...quantities: number[]): Promise<number> {
    const { id } = await this.partner.lot({ maxTickets: 1_000 });
    for (const quantity of quantities) await this.sell(id, quantity);
    return id;
  }

  /** @returns the session's id */
  async sell(lotId: number, quantity: number): Promise<string> {
    const session = await this.partner.checkout(lotId, { quantity });
    await this.partner.provider(session.json.data.id, { outcome: "paid" });
    return session.json.data.id;
  }

  /** Sets the lot's end to now. */
  async end(lotId: number): Promise<void> {
    await this.rows("update lot set end_at = $2 where id = $1", lotId, this.service.clock.now());
  }

  /** Ends and closes it. */
  async close(lotId: number): Promise<void> {
    await this.end(lotId);
    await this.service.wiring.get(LotCloser).closeOnce();
  }

  /** Runs due steps until none is due. */
  async draw(service = this.service): Promise<void> {
    const drawRunner = service.wiring.get(LotDrawRunner);
    while ((await drawRunner.drawOnce()) > 0);
  }

  /** Ends the lot's waiting and any worker's lease. */
  async due(lotId: number): Promise<void> {
    const past = new Date(this.service.clock.now().getTime() - DAY_MS);
    await this.rows(
      "update lot set draw_at = $2, draw_lease_until = null where id = $1 and draw_at is not null",
      lotId,
      past,
    );
  }

  /** Runs the step of this lot at once. */
  async turn(lotId: number, service = this.service): Promise<void> {
    await this.due(lotId);
    await service.wiring.get(LotDrawRunner).drawOnce();
  }

  /** Creates a closed lot with its commitment. */
  async committed(...quantities: number[]): Promise<number> {
    const lotId = await this.sold(...quantities);
    await this.close(lotId);
    await this.turn(lotId);
    return lotId;
  }

  /** Creates a lot with its winner. */
  async drawn(...quantities: number[]): Promise<number> {
    const lotId = await this.committed(...quantities);
    await this.chain.mine(FAR_BLOCKS);
    await this.turn(lotId);
    return lotId;
  }

  async document(lotId: number): Promise<LotDrawDocument> {
    return (await this.partner.get(`/competitions/${lotId}/draw`)).json.data;
  }

  async state(lotId: number): Promise<{ status: string; state: string }> {
    const { status, state } = (await this.partner.get(`/competitions/${lotId}`)).json.data;
    return { status, state };
  }

  cancel(lotId: number): Promise<Answer> {
    return this.partner.post(`/competitions/${lotId}/cancel`);
  }

  operator(method: string, path: string, body?: unknown): Promise<Answer> {
    const { slug } = this.partner.organisation;
    return this.service.call(method, `/admin/api/v1/organisations/${slug}${path}`, {
      key: ADMIN_TOKEN,
      body,
    });
  }

  /** Returns the envelopes of one type about a lot, as they are sent. */
  async events(type: string, lotId: number): Promise<Json[]> {
    const found = await this.rows(
      "select payload from event where type = $1 and payload::json #>> '{data,lotId}' = $2 order by id",
      type,
      String(lotId),
    );
    return found.map(({ payload }) => JSON.parse(payload));
  }

  async rows(text: string, ...values: unknown[]): Promise<Json[]> {
    return await this.service.sql(text, ...values);
  }
}

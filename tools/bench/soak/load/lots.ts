import { setTimeout as pause } from "node:timers/promises";
import type { Pool } from "pg";
import { drawAt } from "../../../verify/draw-online.ts";
import { checkLotDraw } from "../../../../src/lot-draws/lot-draw-check.ts";
import { Chance } from "../../../../test/simulation/chance.ts";
import type { Front } from "./front.ts";
import type { Shop } from "./shops.ts";

const MINUTE_MS = 60_000;
const LOOK_MS = 1_000;
/** Competitions that one organisation sells at a time. */
const OPEN = 5;
const NUMBERS_UNDER_WAY = 100;
const KINDS = { "has many": 5, "sells out": 3, "is free": 1, "is cancelled": 1 };
/** Share of its time that a competition sells before it is cancelled. */
const CANCELLED_AFTER = 0.5;
const WEEK_ENDS_MS = 1_500;

interface OpenLot {
  readonly id: number;
  readonly shop: Shop;
  /** Time, by the machine's clock, when buyers stop buying it. */
  readonly leavesMs: number;
  readonly cancelled: boolean;
}

/** Competitions that open, sell out, end, are cancelled and are drawn. Every draw is computed again from public data. */
export class Lots {
  verified = 0;
  /** Draws that cannot be verified. */
  readonly wrong: string[] = [];
  readonly #front: Front;
  readonly #shops: readonly Shop[];
  readonly #database: Pool;
  readonly #chance = new Chance(Date.now());
  readonly #open: OpenLot[] = [];
  /** Lots whose draws are verified. Winners long before `#verifiedTo` are not queried again. */
  readonly #known = new Set<number>();
  #verifiedTo = 0;
  #running: Promise<void> | undefined;
  #stopping = false;

  constructor(front: Front, shops: readonly Shop[], database: Pool) {
    this.#front = front;
    this.#shops = shops;
    this.#database = database;
  }

  /** Resolves when every organisation sells. */
  async start(): Promise<void> {
    await this.#look();
    this.#running = (async () => {
      while (!this.#stopping) {
        await pause(LOOK_MS);
        await this.#look();
        // Draws that cannot be read while a process or the database is away are verified later.
        await this.verify().catch(() => {});
      }
    })();
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#running;
  }

  /** Verifies new draws. @throws when a draw cannot be read */
  async verify(): Promise<void> {
    const { rows } = await this.#database.query<{ id: number; lot: number; slug: string }>(
      `select w.id::int as id, w.lot_id::int as lot, o.slug from winner w join organisation o on o.id = w.organisation_id
       where w.id > $1 and w.lot_id <> all ($2) order by w.id limit 50`,
      // A transaction may end after one with a later number.
      [this.#verifiedTo - NUMBERS_UNDER_WAY, [...this.#known]],
    );
    for (const { id, lot, slug } of rows) {
      const { key: apiKey } = this.#shops.find((shop) => shop.slug === slug)!;
      const url = `${this.#front.origins[0]}/api/v1/competitions/${lot}/draw`;
      const { document, entries } = await drawAt({ url, apiKey });
      const checks = await checkLotDraw(document, entries);
      const failed = checks.filter(({ passed }) => !passed);
      if (document.winner === null)
        this.wrong.push(`competition ${lot} has a winner that its draw does not show`);
      for (const { name, detail } of failed) this.wrong.push(`competition ${lot}: ${name}: ${detail}`);
      this.verified++;
      this.#verifiedTo = Math.max(this.#verifiedTo, id);
      this.#known.add(lot);
    }
    if (rows.length === 50) await this.verify();
  }

  async #look(): Promise<void> {
    const now = Date.now();
    for (const lot of this.#open.filter(({ leavesMs }) => leavesMs <= now)) {
      this.#open.splice(this.#open.indexOf(lot), 1);
      lot.shop.lots.splice(lot.shop.lots.indexOf(lot.id), 1);
      if (lot.cancelled) await this.#cancel(lot);
    }
    // A competition that ends this week cannot be created in the next one.
    if (this.#front.time.untilNextWeekMs < WEEK_ENDS_MS) return;
    for (const shop of this.#shops) while (shop.lots.length < OPEN && (await this.#add(shop)));
  }

  async #cancel({ id, shop }: OpenLot): Promise<void> {
    const refusals = ["competition_has_winner", "chain_unavailable"];
    await this.#front.call("POST", `/api/v1/competitions/${id}/cancel`, { key: shop.key, refusals });
  }

  async #add(shop: Shop): Promise<boolean> {
    const chance = this.#chance;
    const kind = chance.weighted(KINDS);
    const now = this.#front.time.now().getTime();
    const sellsMs = chance.between(10, 50) * MINUTE_MS;
    const endAt = new Date(now + sellsMs);
    const body = {
      prizeId: shop.prizeId,
      title: `A competition that ${kind}`,
      ticketPriceUSDCents: kind === "is free" ? 0 : chance.between(100, 9_999),
      maxTickets: kind === "sells out" ? chance.between(5, 60) : 100_000,
      startDate: new Date(now - MINUTE_MS).toISOString(),
      endDate: endAt.toISOString(),
    };
    const { key } = shop;
    const created = await this.#front.call("POST", "/api/v1/competitions", {
      key,
      body,
      refusals: ["invalid_request"],
    });
    const id: number | undefined = created?.json.data?.id;
    if (id === undefined) {
      // Repeated while the database was away, it may have ended before it was created.
      if (created !== null && this.#front.time.now() < endAt)
        this.#front.unexpected.set("POST /competitions", JSON.stringify(created.json));
      return false;
    }
    // If a week has passed meanwhile, it has ended before it began.
    const active = { key, body: { status: "active" }, refusals: ["invalid_transition"] };
    const opened = await this.#front.call("PATCH", `/api/v1/competitions/${id}`, active);
    if (opened?.status !== 200) return false;
    const cancelled = kind === "is cancelled";
    const leavesAt = cancelled ? new Date(now + sellsMs * CANCELLED_AFTER) : endAt;
    this.#open.push({ id, shop, cancelled, leavesMs: this.#front.time.machineMs(leavesAt) });
    shop.lots.push(id);
    return true;
  }
}

import { hash } from "node:crypto";
import { describe, expect, it, onTestFinished } from "vitest";
import { Database } from "../../adapters/persistence/database/database.ts";
import { PostgresLots } from "../../adapters/persistence/lots/lots.ts";
import type { RaffleEvent } from "../../ports/onchain/raffle-contract.ts";
import { UnitOfWork } from "../../ports/unit-of-work.ts";
import { checkLotDraw } from "../../src/lot-draws/lot-draw-check.ts";
import { type DrawEntry, LotDrawDocument } from "../../src/lot-draws/lot-draw-document.ts";
import type { LotId } from "../../src/shared/ids.ts";
import { brokenRules } from "../support/builders/books.ts";
import { Partner } from "../support/builders/partner.ts";
import { ANNE, BERT, hashOf, WATCHED, WatchRig } from "./watch-rig.ts";
import { opened } from "../support/opened.ts";
import { eventually } from "../support/eventually.ts";

const WAITING =
  "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";

const rig = opened(() => WatchRig.open());

const stateOf = async (lotId: LotId) => {
  const { data } = (await rig.partner.get(`/competitions/${lotId}`)).json;
  return [data.status, data.state, data.ticketsSold];
};
const isBehind = async (lotId: LotId) => {
  const [row] = await rig.rows(
    "select behind_since is not null as behind from chain_lot where lot_id = $1",
    lotId,
  );
  return row!.behind;
};
const count = (lotId: LotId, sold: number, purchases: number, isEnded: boolean) =>
  rig.watch.count(
    { organisationId: rig.partner.organisation.id, lotId },
    {
      block: rig.next - 1,
      sold,
      purchases,
      isEnded,
      eventId: `evt_count${lotId}x${sold}x${purchases}` as never,
      now: rig.service.clock.now(),
    },
  );
const requested = (lotId: LotId, tickets: number) =>
  rig.events({ event: "DrawRequested", lotId, requestId: 2n ** 255n + 7n, tickets });
const drawn = (lotId: LotId, ticket: number, winner: typeof ANNE, seed = 99n) =>
  rig.events({
    event: "Drawn",
    lotId,
    requestId: 2n ** 255n + 7n,
    seed: `0x${seed.toString(16).padStart(64, "0")}`,
    ticket,
    winner,
  });

describe("what final blocks of the raffle contract have", () => {
  it("makes a purchase a paid order of the wallet's account, with its numbers, told once", async () => {
    const lotId = await rig.lot();
    const twice = { blockNumber: rig.next, txHash: `0x${"77".repeat(32)}` } as const;
    const events = rig.events(
      rig.bought(lotId, ANNE, 0, [1, 3]),
      rig.bought(lotId, BERT, 1, [4, 4], { ...twice, logIndex: 1 }),
      rig.bought(lotId, ANNE, 2, [5, 6], { ...twice, logIndex: 4 }),
    );
    const toBlock = rig.next + 4;
    const at = await rig.watch.position(WATCHED);
    const blocks = { fromBlock: at!.nextBlock, hashBefore: at!.lastHash, toBlock, lastHash: hashOf(toBlock) };
    const now = rig.service.clock.now();
    // Four processes read the same blocks.
    const outcomes = await Promise.all(
      Array.from({ length: 4 }, () => rig.watch.write(WATCHED, blocks, rig.written(events), now)),
    );
    rig.next = toBlock + 1;
    expect(outcomes.toSorted()).toEqual(["moved_on", "moved_on", "moved_on", "written"]);
    expect(await stateOf(lotId)).toEqual(["active", "open", 6]);
    const refused = await rig.partner.checkout(lotId);
    expect([refused.status, refused.json.error]).toEqual([403, "fiat_disabled"]);
    const told = await rig.told(lotId);
    expect(told.map(({ type }) => type)).toEqual(["entry.confirmed", "entry.confirmed", "entry.confirmed"]);
    const [anne, bert, again] = told.map(({ data }) => data);
    expect(anne).toEqual({
      lotId,
      userId: expect.any(Number),
      quantity: 3,
      ticketNumbers: [1, 2, 3],
      source: "crypto",
      orderId: null,
      txHash: events[0]!.txHash,
    });
    expect(bert).toMatchObject({ ticketNumbers: [4], txHash: twice.txHash });
    expect(again).toMatchObject({ ticketNumbers: [5, 6], txHash: twice.txHash, userId: anne!.userId });
    expect(bert!.userId).not.toBe(anne!.userId);
    expect(await brokenRules(rig.service.databaseUrl)).toEqual([]);
  });

  it("is written for a lot only when no event before it is missing, and other lots wait for nobody", async () => {
    const [lotId, other] = [await rig.lot(), await rig.lot()];
    const all = rig.events(
      { event: "LotCreated", lotId, terms: {} as never },
      rig.bought(lotId, ANNE, 0, [1, 3]),
      rig.bought(lotId, BERT, 1, [4, 5]),
      rig.bought(other, BERT, 0, [1, 1]),
      rig.bought(lotId, ANNE, 2, [6, 6]),
    );
    const hidden = all.filter((event) => event !== all[2]);
    expect(await rig.page(...hidden)).toBe("written");
    expect([await stateOf(lotId), await stateOf(other)]).toEqual([
      ["active", "open", 0],
      ["active", "open", 1],
    ]);
    expect(await isBehind(lotId)).toBe(true);
    // Until all are read again nothing of it is written, fitting or not.
    const next = rig.events(rig.bought(lotId, BERT, 3, [7, 7]));
    await rig.page(...next);
    const of = all.filter((event) => event.lotId === lotId);
    const now = rig.service.clock.now();
    const lost = of.filter((event) => event !== all[2]);
    expect(await rig.watch.rewrite(WATCHED, rig.next - 1, rig.written(lost), now)).toBe("behind");
    expect(await rig.told(lotId)).toEqual([]);
    // Not as far as logs were read: what came meanwhile is still to be read.
    expect(await rig.watch.rewrite(WATCHED, rig.next - 2, rig.written(of), now)).toBe("written");
    expect([await stateOf(lotId), await isBehind(lotId)]).toEqual([["active", "open", 6], true]);
    const whole = rig.written([...of, ...next]);
    expect(await rig.watch.rewrite(WATCHED, rig.next - 1, whole, now)).toBe("written");
    expect([await stateOf(lotId), await isBehind(lotId)]).toEqual([["active", "open", 7], false]);
    expect((await rig.told(lotId)).map(({ data }) => data.ticketNumbers)).toEqual([
      [1, 2, 3],
      [4, 5],
      [6],
      [7],
    ]);
  });

  it("is not written where the block before it is another one than was read", async () => {
    const lotId = await rig.lot();
    const before = await rig.watch.position(WATCHED);
    const events = rig.events(rig.bought(lotId, ANNE, 0, [1, 1]));
    const other = { toBlock: rig.next, before: hashOf(7) };
    expect(await rig.write(events, other)).toBe("other_chain");
    expect([await rig.watch.position(WATCHED), await stateOf(lotId)]).toEqual([
      before,
      ["active", "open", 0],
    ]);
    rig.next = before!.nextBlock;
  });

  it("closes a lot only where the contract counts what is here, once, and without a ticket retires it", async () => {
    const [lotId, empty] = [await rig.lot(), await rig.lot()];
    const events = rig.events(
      { event: "LotCreated", lotId, terms: {} as never },
      rig.bought(lotId, ANNE, 0, [1, 3]),
      rig.bought(lotId, BERT, 1, [4, 5]),
    );
    await rig.page(...events.slice(0, 2));
    expect(await count(lotId, 3, 1, false)).toBe("agrees");
    expect(await count(lotId, 5, 2, true)).toBe("behind");
    const now = rig.service.clock.now();
    expect(await rig.watch.rewrite(WATCHED, rig.next - 1, rig.written(events), now)).toBe("written");
    expect(await count(lotId, 5, 2, true)).toBe("closed");
    expect(await count(lotId, 5, 2, true)).toBe("agrees");
    expect(await stateOf(lotId)).toEqual(["ended", "closing", 5]);
    const closed = (await rig.told(lotId)).filter(({ type }) => type === "lot.closed");
    expect(closed).toMatchObject([{ data: { lotId, ticketsSold: 5 } }]);
    expect(await count(empty, 0, 0, true)).toBe("closed");
    expect(await stateOf(empty)).toEqual(["ended", "retired", 0]);
  });

  it("brings the winner with its proof, also where a stranger had it drawn before the lot was closed here", async () => {
    const lotId = await rig.lot();
    const bought = rig.events(rig.bought(lotId, ANNE, 0, [1, 3]), rig.bought(lotId, BERT, 1, [4, 5]));
    const request = requested(lotId, 5);
    const answer = drawn(lotId, 5, BERT);
    const paidOut = rig.events({ event: "PaidOut", lotId, units: 5n });
    expect(await rig.page(...bought, ...request, ...answer, ...paidOut)).toBe("written");
    expect(await stateOf(lotId)).toEqual(["ended", "drawn", 5]);
    expect((await rig.told(lotId)).map(({ type }) => type)).toEqual([
      "entry.confirmed",
      "entry.confirmed",
      "lot.closed",
      "draw.completed",
    ]);
    const whole = rig.written([...bought, ...request, ...answer, ...paidOut]);
    await rig.watch.rewrite(WATCHED, rig.next - 1, whole, rig.service.clock.now());
    expect(await rig.told(lotId)).toHaveLength(4);
    const [proof] = await rig.rows("select proof, ticket_number from winner where lot_id = $1", lotId);
    expect(proof).toEqual({
      ticket_number: 5,
      proof: {
        method: "vrf",
        seed: `0x${"63".padStart(64, "0")}`,
        winnerIndex: 4,
        totalTickets: 5,
        vrfRequestId: String(2n ** 255n + 7n),
        fulfillmentTx: answer[0]!.txHash,
        blockNumber: answer[0]!.blockNumber,
      },
    });
    expect(await brokenRules(rig.service.databaseUrl)).toEqual([]);
    await verified(lotId, { bought, request, answer });
  });

  /** Checks that the published data verify the draw. */
  async function verified(
    lotId: LotId,
    { bought, request, answer }: Record<"bought" | "request" | "answer", readonly RaffleEvent[]>,
  ): Promise<void> {
    const path = `/embed/${rig.partner.organisation.slug}/competition/${lotId}/draw`;
    const { json: document } = await rig.service.call("GET", `${path}.json`, {});
    const { data: entries } = (await rig.service.call("GET", `${path}/entries.json`, {})).json;
    const orderHashes = bought.map(({ txHash }) => hash("sha256", txHash, "hex"));
    expect(entries).toEqual([
      { first: 1, last: 3, orderHash: orderHashes[0] },
      { first: 4, last: 5, orderHash: orderHashes[1] },
    ]);
    expect(document.data).toMatchObject({
      status: "drawn",
      method: "vrf",
      contract: WATCHED.contract,
      commitment: null,
      winner: null,
      request: { vrfRequestId: String(2n ** 255n + 7n), tickets: 5, requestTx: request[0]!.txHash },
      answer: {
        ticketNumber: 5,
        winnerIndex: 4,
        fulfillmentTx: answer[0]!.txHash,
        blockNumber: answer[0]!.blockNumber,
        entry: entries[1],
      },
    });
    expect((await rig.partner.get(`/competitions/${lotId}/draw`)).json.data).toEqual(document.data);
    const failing = async (draw: object, list: readonly DrawEntry[] = entries) =>
      (await checkLotDraw(LotDrawDocument.parse({ ...document.data, ...draw }), list))
        .filter(({ passed }) => !passed)
        .map(({ name }) => name);
    expect(await failing({})).toEqual([]);
    const told = document.data.answer;
    const seed = `${told.seed.slice(0, -1)}${told.seed.endsWith("0") ? "1" : "0"}`;
    expect(await failing({ answer: { ...told, seed } })).toContain("winner.winnerIndex");
    expect(await failing({}, entries.slice(1))).toContain("winner.totalTickets");
    expect(await failing({ answer: { ...told, entry: entries[0] } })).toEqual(["winner.entry"]);
    expect(await failing({ answer: { ...told, ticketNumber: 4 } })).toEqual(["winner.ticketNumber"]);
    expect(await failing({ status: "committed" })).toEqual(["status"]);
    expect(await failing({ request: null, answer: null, status: "waiting" })).toEqual(["status"]);
  }

  it("draws nothing that contradicts the purchases: the lot waits until other logs are read", async () => {
    for (const [ticket, winner, tickets] of [
      [4, BERT, 5],
      [5, ANNE, 5],
      [5, BERT, 6],
    ] as const) {
      const lotId = await rig.lot();
      const bought = rig.events(rig.bought(lotId, ANNE, 0, [1, 3]), rig.bought(lotId, BERT, 1, [4, 5]));
      await rig.page(...bought);
      await rig.page(...requested(lotId, tickets), ...drawn(lotId, ticket, winner));
      expect([await stateOf(lotId), await isBehind(lotId)]).toEqual([["active", "open", 5], true]);
    }
  });

  it("cancels a lot once, takes purchases from before that, and shows refunds", async () => {
    const lotId = await rig.lot();
    const { id } = rig.partner.organisation;
    await rig.page(...rig.events(rig.bought(lotId, ANNE, 0, [1, 3])));
    expect(await rig.watch.intendCancel(id, lotId, rig.service.clock.now())).toBe("intended");
    const late = rig.events(rig.bought(lotId, BERT, 1, [4, 4]));
    const cancelled = rig.events({ event: "LotCancelled", lotId, tickets: 4 });
    await rig.page(...late, ...cancelled);
    expect(await stateOf(lotId)).toEqual(["cancelled", "cancelled", 4]);
    const refunded = rig.events({ event: "Refunded", lotId, buyer: BERT, index: 1, units: 25_000_000n });
    await rig.page(...refunded);
    await rig.watch.rewrite(
      WATCHED,
      rig.next - 1,
      rig.written([...late, ...cancelled]),
      rig.service.clock.now(),
    );
    expect((await rig.told(lotId)).map(({ type }) => type)).toEqual([
      "entry.confirmed",
      "entry.confirmed",
      "lot.cancelled",
    ]);
    const path = `/competitions/${lotId}/onchain`;
    const { data } = (await rig.partner.get(`${path}?wallet=${BERT}`)).json;
    expect(data).toMatchObject({
      state: "cancelled",
      cancellationTx: cancelled[0]!.txHash,
      priceUnits: "25000000",
    });
    expect(data.purchases).toEqual([
      {
        index: 1,
        firstTicket: 4,
        lastTicket: 4,
        units: "25000000",
        txHash: late[0]!.txHash,
        refunded: true,
        refundTx: refunded[0]!.txHash,
      },
    ]);
    const of = async (wanted: string) => (await rig.partner.get(`${path}?${wanted}`)).json.data.purchases;
    expect(await of(`wallet=${ANNE}`)).toMatchObject([{ index: 0, refunded: false, refundTx: null }]);
    expect(await of(`wallet=${ANNE}&after=0`)).toEqual([]);
    const stranger = await Partner.add(rig.service);
    const offChain = await rig.partner.lot();
    expect((await rig.partner.get(`${path}?wallet=0x12`)).status).toBe(400);
    const notFound = [
      await stranger.get(path),
      await rig.partner.get(`/competitions/${offChain.id}/onchain`),
    ];
    expect(notFound.map(({ status }) => status)).toEqual([404, 404]);
    expect(await rig.watch.intendCancel(id, lotId, rig.service.clock.now())).toBe("already");
  });

  it("a purchase that is added while its cancelled lot is being finished leaves the lot to be unwound", async () => {
    const lotId = await rig.lot();
    await rig.page(...rig.events({ event: "LotCancelled", lotId, tickets: 0 }));
    const { wiring, clock, databaseUrl: url, database } = rig.service;
    const other = await Database.open({ url, poolSize: 1, log: database.log });
    onTestFinished(() => other.close());
    let finishing: Promise<boolean> | undefined;
    await wiring.get(UnitOfWork).run(async () => {
      await rig.page(...rig.events(rig.bought(lotId, BERT, 0, [1, 4])));
      finishing = new PostgresLots(other).finishUnwinding(lotId, clock.now());
      await eventually(async () => (await rig.rows(WAITING)).length > 0);
    });
    await finishing;
    const [lost] = await rig.rows(
      `select o.id from lot l join ticket_order o on o.lot_id = l.id
       where l.id = $1 and l.unwound_at is not null and o.status = 'paid' and o.unwound_at is null`,
      lotId,
    );
    expect(lost).toBeUndefined();
  });

  it("refuses a cancellation once the draw is to be requested, and of another organisation's lot", async () => {
    const lotId = await rig.lot();
    const { id } = rig.partner.organisation;
    await rig.page(...rig.events(rig.bought(lotId, ANNE, 0, [1, 1])));
    expect(await rig.watch.intendCancel(id + 1_000_000, lotId, rig.service.clock.now())).toBe("missing");
    await count(lotId, 1, 1, true);
    expect(await rig.watch.intendCancel(id, lotId, rig.service.clock.now())).toBe("has_winner");
  });

  it("of a lot that is not live yet is read when it is", async () => {
    const lotId = await rig.lot("creating");
    const [created, bought] = rig.events(
      { event: "LotCreated", lotId, terms: {} as never },
      rig.bought(lotId, ANNE, 0, [1, 1]),
    );
    // Its row is not there while it is being created.
    await rig.rows("update chain_lot set lot_id = lot_id + 1000000 where lot_id = $1", lotId);
    await rig.page({ ...created!, lotId: lotId + 1_000_000 }, { ...bought!, lotId: lotId + 1_000_000 });
    const [kept] = await rig.rows(
      "select creation_block::int as block, behind_since is not null as behind from chain_lot where lot_id = $1",
      lotId + 1_000_000,
    );
    expect(kept).toEqual({ block: created!.blockNumber, behind: true });
  });
});

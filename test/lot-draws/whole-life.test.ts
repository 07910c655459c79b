import { describe, expect, it } from "vitest";
import { LotCloser } from "../../src/lots/lot-closer.ts";
import { winnerIndex } from "../../src/lot-draws/winner-index.ts";
import { checkLotDraw } from "../../src/lot-draws/lot-draw-check.ts";
import { brokenRules } from "../support/builders/books.ts";
import { DrawRig, FAR_AHEAD, FAR_BLOCKS } from "./draw-rig.ts";
import { opened } from "../support/opened.ts";

const rig = opened(() => DrawRig.open());

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

describe("a lot's life", () => {
  it("goes from open through closing to drawn, and each step can be seen", async () => {
    const lotId = await rig.sold(3, 5, 2);
    expect(await rig.state(lotId)).toEqual({ status: "active", state: "open" });
    expect(await rig.document(lotId)).toEqual({
      competitionId: lotId,
      status: "waiting",
      chainId: 31_337,
      commitment: null,
      voidedCommitments: [],
      winner: null,
    });

    await rig.end(lotId);
    expect(await rig.state(lotId)).toEqual({ status: "active", state: "closing" });
    await rig.service.wiring.get(LotCloser).closeOnce();
    expect(await rig.state(lotId)).toEqual({ status: "ended", state: "closing" });

    const head = await rig.chain.head();
    await rig.draw();
    const committed = await rig.document(lotId);
    expect(committed).toMatchObject({ status: "committed", voidedCommitments: [], winner: null });
    expect(committed.commitment).toEqual({
      ticketsRoot: expect.stringMatching(/^[0-9a-f]{64}$/),
      totalTickets: 10,
      ranges: 3,
      blockNumber: expect.any(Number),
      committedAt: expect.stringMatching(TIME),
    });
    const { blockNumber } = committed.commitment!;
    expect(blockNumber).toBeGreaterThanOrEqual(head + FAR_AHEAD);
    expect(blockNumber).toBeLessThan(head + FAR_AHEAD + 60);

    await rig.chain.mine(blockNumber - (await rig.chain.head()));
    await rig.turn(lotId);
    expect(await rig.document(lotId)).toEqual(committed);

    await rig.chain.mine(64);
    await rig.turn(lotId);
    expect(await rig.state(lotId)).toEqual({ status: "ended", state: "drawn" });
    const drawn = await rig.document(lotId);
    expect(drawn.commitment).toEqual(committed.commitment);
    const { hash } = (await rig.chain.block(blockNumber))!;
    const index = winnerIndex(hash, lotId, 10);
    expect(drawn).toMatchObject({
      status: "drawn",
      winner: { winnerIndex: index, ticketNumber: index + 1, blockHash: hash },
    });
    const entries = (await rig.partner.get(`/competitions/${lotId}/draw/entries`)).json.data;
    const checks = await checkLotDraw(drawn, entries, { chainId: 31_337, hash });
    expect(checks.filter(({ passed }) => !passed)).toEqual([]);

    await rig.chain.mine(10);
    await rig.turn(lotId);
    expect(await rig.document(lotId)).toEqual(drawn);
    expect(await brokenRules(rig.service.databaseUrl)).toEqual([]);
  });

  it("announces the closing and the draw, once each, with exactly the data of the events", async () => {
    const lotId = await rig.drawn(4, 1);
    await rig.draw();
    const [lot] = await rig.rows("select * from lot where id = $1", lotId);
    const [winner] = await rig.rows("select * from winner where lot_id = $1", lotId);
    const [range] = await rig.rows(
      "select * from ticket_range where lot_id = $1 and $2 between first and last",
      lotId,
      winner.ticket_number,
    );
    expect(winner.account_id).toBe(range.account_id);
    const id = expect.stringMatching(/^evt_[0-9a-z]{26}$/);
    expect(await rig.events("lot.closed", lotId)).toEqual([
      {
        id,
        type: "lot.closed",
        createdAt: lot.closed_at.toISOString(),
        data: {
          lotId,
          closedAt: lot.closed_at.toISOString(),
          endDate: lot.end_at.toISOString(),
          ticketsSold: 5,
        },
      },
    ]);
    expect(await rig.events("draw.completed", lotId)).toEqual([
      {
        id,
        type: "draw.completed",
        createdAt: lot.drawn_at.toISOString(),
        data: { lotId, winnerUserId: Number(winner.account_id), winnerTicketId: winner.ticket_number },
      },
    ]);
  });

  it("waits for payments that were begun before the end, which may still settle until their hold ends", async () => {
    const lotId = await rig.sold(1);
    const late = (await rig.partner.checkout(lotId, { quantity: 4 })).json.data;
    await rig.close(lotId);
    await rig.turn(lotId);
    expect(await rig.document(lotId)).toMatchObject({ status: "waiting" });
    expect((await rig.partner.checkout(lotId)).json.error).toBe("entries_closed");
    await rig.partner.provider(late.id, { outcome: "paid" });
    expect(await rig.partner.session(late.id)).toMatchObject({ status: "paid", ticketsIssued: true });
    await rig.turn(lotId);
    expect(await rig.document(lotId)).toMatchObject({ status: "committed", commitment: { totalTickets: 5 } });
  });

  it("that ends without a ticket announces its closing, and is retired without a draw", async () => {
    const { id } = await rig.partner.lot();
    const reserved = await rig.partner.lot();
    const open = (await rig.partner.checkout(reserved.id)).json.data;
    await rig.close(id);
    await rig.close(reserved.id);
    expect(await rig.state(id)).toEqual({ status: "ended", state: "retired" });
    expect(await rig.state(reserved.id)).toEqual({ status: "ended", state: "closing" });
    await rig.partner.provider(open.id, { outcome: "expired" });
    expect(await rig.partner.session(open.id)).toMatchObject({ status: "failed" });
    await rig.turn(reserved.id);
    expect(await rig.state(reserved.id)).toEqual({ status: "ended", state: "retired" });
    await rig.chain.mine(FAR_BLOCKS);
    for (const lotId of [id, reserved.id]) {
      await rig.turn(lotId);
      expect(await rig.document(lotId)).toMatchObject({ status: "waiting", winner: null });
      expect(await rig.events("lot.closed", lotId)).toMatchObject([{ data: { lotId, ticketsSold: 0 } }]);
      expect(await rig.events("draw.completed", lotId)).toEqual([]);
    }
    const waiting = await rig.rows("select id from lot where draw_at is not null and id = any($1)", [
      id,
      reserved.id,
    ]);
    expect(waiting).toEqual([]);
  });

  it("leaves tickets out that were voided before the commitment, and finds the winner among the others", async () => {
    const lotId = await rig.sold(3, 4, 5, 6);
    const [second] = await rig.rows("select * from ticket_range where lot_id = $1 and first = 4", lotId);
    await rig.rows("update ticket_range set voided_at = now() where order_id = $1", second.order_id);
    await rig.rows("update lot_stock set voided = 4 where lot_id = $1", lotId);
    await rig.close(lotId);
    await rig.turn(lotId);
    await rig.chain.mine(FAR_BLOCKS);
    await rig.turn(lotId);
    const document = await rig.document(lotId);
    expect(document).toMatchObject({ status: "drawn", commitment: { totalTickets: 14, ranges: 3 } });
    const { winnerIndex: index, ticketNumber } = document.winner!;
    expect(ticketNumber).toBe(index < 3 ? index + 1 : index + 5);
    const entries = (await rig.partner.get(`/competitions/${lotId}/draw/entries`)).json.data;
    expect(entries.map(({ first, last }: { first: number; last: number }) => [first, last])).toEqual([
      [1, 3],
      [8, 12],
      [13, 18],
    ]);
    const checks = await checkLotDraw(document, entries);
    expect(checks.filter(({ passed }) => !passed)).toEqual([]);
  });

  it("that should have closed during an outage closes at once, and once, with many others", async () => {
    const lots = await Promise.all(Array.from({ length: 60 }, () => rig.partner.lot()));
    const ids = lots.map(({ id }) => id);
    const long = new Date(rig.service.clock.now().getTime() - 3_600_000);
    await rig.rows("update lot set end_at = $2 where id = any($1)", ids, long);
    const lotCloser = rig.service.wiring.get(LotCloser);
    const closed = await Promise.all(Array.from({ length: 6 }, () => lotCloser.closeOnce()));
    closed.push(await lotCloser.closeOnce(), await lotCloser.closeOnce());
    expect(closed.reduce((sum, count) => sum + count)).toBe(60);
    const events = await rig.rows(
      "select payload::json #>> '{data,lotId}' as lot from event where type = 'lot.closed'",
    );
    const announced = events.map(({ lot }) => Number(lot)).filter((id) => ids.includes(id));
    expect(announced.sort((a, b) => a - b)).toEqual(ids.sort((a, b) => a - b));
  });
});

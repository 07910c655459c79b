import { describe, expect, it } from "vitest";
import { LotDrawRunner } from "../../src/lot-draws/lot-draw-runner.ts";
import { LotCloser } from "../../src/lots/lot-closer.ts";
import { brokenRules } from "../support/builders/books.ts";
import { holdLot } from "../support/builders/held-lot.ts";
import { refusalOf } from "../api/support/reading.ts";
import { DrawRig, FAR_BLOCKS } from "./draw-rig.ts";
import { Pauses } from "./paused.ts";
import { opened } from "../support/opened.ts";

const pauses = new Pauses();
const rig = opened(() => DrawRig.open({ replace: pauses.into }));

const CANCELLED = { status: "cancelled", state: "cancelled" };

describe("cancelling a competition that has ended", () => {
  it("before its commitment is done without the chain, and it is never drawn", async () => {
    const lotId = await rig.sold(2, 3);
    await rig.close(lotId);
    rig.chain.fallSilent(true);
    try {
      expect((await rig.cancel(lotId)).json.data).toMatchObject(CANCELLED);
    } finally {
      rig.chain.fallSilent(false);
    }
    await rig.turn(lotId);
    await rig.chain.mine(FAR_BLOCKS);
    await rig.turn(lotId);
    expect(await rig.document(lotId)).toMatchObject({ status: "waiting", voidedCommitments: [] });
    expect(await rig.events("draw.completed", lotId)).toEqual([]);
  });

  it("after its commitment, before the block, voids the commitment, which stays visible", async () => {
    const lotId = await rig.committed(2, 3);
    const { commitment } = await rig.document(lotId);
    expect((await rig.cancel(lotId)).json.data).toMatchObject(CANCELLED);
    await rig.chain.mine(FAR_BLOCKS);
    await rig.turn(lotId);
    expect(await rig.document(lotId)).toMatchObject({
      status: "waiting",
      commitment: null,
      voidedCommitments: [{ ...commitment, voidedAt: expect.any(String) }],
      winner: null,
    });
    const [{ void_reason: reason }] = await rig.rows(
      "select void_reason from lot_commitment where lot_id = $1",
      lotId,
    );
    expect(reason).toBe("cancelled");
    expect((await rig.cancel(lotId)).status).toBe(200);
    expect(await rig.events("lot.cancelled", lotId)).toHaveLength(1);
  });

  it("once the block exists, final or not, is 400 competition_has_winner, and the draw continues", async () => {
    const lotId = await rig.committed(2, 3);
    const { commitment } = await rig.document(lotId);
    await rig.chain.mine(commitment!.blockNumber - (await rig.chain.head()));
    expect(refusalOf(await rig.cancel(lotId))).toEqual([400, "competition_has_winner"]);
    expect(await rig.events("lot.cancelled", lotId)).toEqual([]);
    await rig.chain.mine(64);
    expect(refusalOf(await rig.cancel(lotId))).toEqual([400, "competition_has_winner"]);
    await rig.turn(lotId);
    expect(await rig.state(lotId)).toMatchObject({ state: "drawn" });
    rig.chain.fallSilent(true);
    expect(refusalOf(await rig.cancel(lotId))).toEqual([400, "competition_has_winner"]);
    rig.chain.fallSilent(false);
  });

  it("is 503 chain_unavailable while it is unknown whether the block exists, and may be repeated", async () => {
    const lotId = await rig.committed(1);
    const headers = { "Idempotency-Key": "cancel-in-silence" };
    const cancel = () => rig.partner.post(`/competitions/${lotId}/cancel`, undefined, headers);
    rig.chain.fallSilent(true);
    const answer = await cancel();
    rig.chain.fallSilent(false);
    expect(refusalOf(answer)).toEqual([503, "chain_unavailable"]);
    expect(answer.headers.get("Retry-After")).toMatch(/^\d+$/);
    expect(await rig.document(lotId)).toMatchObject({ status: "committed" });
    expect((await cancel()).json.data).toMatchObject(CANCELLED);
    expect((await cancel()).headers.get("Idempotent-Replayed")).toBe("true");
  });

  it("of a commitment to another chain is 503: its block cannot be looked up", async () => {
    const lotId = await rig.committed(1);
    await rig.rows("update lot_commitment set chain_id = 1 where lot_id = $1", lotId);
    expect(refusalOf(await rig.cancel(lotId))).toEqual([503, "chain_unavailable"]);
    await rig.turn(lotId);
    expect(await rig.document(lotId)).toMatchObject({ status: "committed", chainId: 1 });
    expect(rig.service.logLines.filter((line) => line.includes("the commitment names chain 1"))).toHaveLength(
      1,
    );
    await rig.rows("update lot_commitment set chain_id = 31337 where lot_id = $1", lotId);
  });
});

describe("cancelling at the same time as", () => {
  const MOMENTS = ["draws.freeze:after", "draws.commit:before", "draws.commit:after", "draws.confirm:before"];
  it.each(MOMENTS)("committing (%s) ends it cancelled, with no commitment in force", async (place) => {
    const lotId = await rig.sold(2, 3);
    await rig.close(lotId);
    await rig.due(lotId);
    const pause = pauses.at(place);
    const drawRunner = rig.service.wiring.get(LotDrawRunner).drawOnce();
    await pause.reached;
    expect((await rig.cancel(lotId)).json.data).toMatchObject(CANCELLED);
    pause.goOn();
    await drawRunner;
    expect(await rig.document(lotId)).toMatchObject({ status: "waiting", commitment: null });
    await rig.chain.mine(FAR_BLOCKS);
    await rig.turn(lotId);
    expect(await rig.events("draw.completed", lotId)).toEqual([]);
  });

  it("committing, when the commitment comes while the cancelling waits: the chain is queried after all", async () => {
    const lotId = await rig.committed(1, 1);
    const { commitment } = await rig.document(lotId);
    const held = await holdLot(rig.service.databaseUrl, lotId);
    const cancelling = rig.cancel(lotId);
    await held.waitedFor();
    await rig.chain.mine(commitment!.blockNumber - (await rig.chain.head()));
    await held.release();
    expect(refusalOf(await cancelling)).toEqual([400, "competition_has_winner"]);
  });

  it("closing: it is cancelled, and closed once or not at all", async () => {
    const lots = await Promise.all(Array.from({ length: 6 }, () => rig.sold(1)));
    for (const lotId of lots) await rig.end(lotId);
    const lotCloser = rig.service.wiring.get(LotCloser);
    await Promise.all([
      lotCloser.closeOnce(),
      ...lots.map((lotId) => rig.cancel(lotId)),
      lotCloser.closeOnce(),
    ]);
    for (const lotId of lots) {
      expect(await rig.state(lotId)).toEqual(CANCELLED);
      expect(await rig.events("lot.cancelled", lotId)).toHaveLength(1);
      const [{ closed }] = await rig.rows(
        "select closed_at is not null as closed from lot where id = $1",
        lotId,
      );
      expect(await rig.events("lot.closed", lotId)).toHaveLength(closed ? 1 : 0);
    }
  });

  it("drawing: the winner stays", async () => {
    const lots: number[] = [];
    for (let count = 0; count < 6; count += 1) lots.push(await rig.committed(1, 2));
    await rig.chain.mine(FAR_BLOCKS);
    const drawRunner = rig.service.wiring.get(LotDrawRunner);
    const answers = await Promise.all(
      lots.flatMap((lotId) => [
        rig.due(lotId).then(() => drawRunner.drawLot(lotId)),
        rig
          .cancel(lotId)
          .then((answer) => expect(refusalOf(answer)).toEqual([400, "competition_has_winner"])),
      ]),
    );
    expect(answers).toHaveLength(12);
    for (const lotId of lots) expect(await rig.state(lotId)).toMatchObject({ state: "drawn" });
  });

  it("anything: the books are right afterwards", async () => {
    expect(await brokenRules(rig.service.databaseUrl)).toEqual([]);
  });
});

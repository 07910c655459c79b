import { describe, expect, it } from "vitest";
import { LotDrawRunner } from "../../src/lot-draws/lot-draw-runner.ts";
import { brokenRules } from "../support/builders/books.ts";
import { TestService } from "../support/service/service.ts";
import { DrawRig, FAR_AHEAD, FAR_BLOCKS } from "./draw-rig.ts";
import { Pauses } from "./paused.ts";
import { opened } from "../support/opened.ts";

const pauses = new Pauses();
const rig = opened(() => DrawRig.open());
const other = opened(() =>
  TestService.open({
    databaseUrl: rig.service.databaseUrl,
    environment: { DRAW_BLOCKS_AHEAD: String(FAR_AHEAD) },
    replace: pauses.into,
  }),
);

const COMMITTING = [
  "draws.claimNext:after",
  "draws.freeze:after",
  "draws.inForce:after",
  "draws.liveRanges:after",
  "chain.head:before",
  "draws.commit:before",
  "draws.commit:after",
  "draws.confirm:before",
  "draws.confirm:after",
  "draws.putBack:before",
];
const DRAWING = [
  "chain.final:before",
  "chain.final:after",
  "chain.block:after",
  "draws.draw:before",
  "draws.draw:after",
];

/** Checks that exactly one winner was drawn. */
async function expectDrawnOnce(lotId: number): Promise<void> {
  expect(await rig.state(lotId)).toEqual({ status: "ended", state: "drawn" });
  expect(await rig.events("draw.completed", lotId)).toHaveLength(1);
  expect(await brokenRules(rig.service.databaseUrl)).toEqual([]);
}

describe("a worker that stands still while it commits", () => {
  it.each(COMMITTING)(
    "%s: another continues from there, and when it wakes it changes nothing",
    async (place) => {
      const lotId = await rig.sold(2, 3);
      await rig.close(lotId);
      await rig.due(lotId);
      const pause = pauses.at(place);
      const asleep = other.wiring.get(LotDrawRunner).drawOnce();
      await pause.reached;
      await rig.turn(lotId);
      const committed = await rig.document(lotId);
      expect(committed).toMatchObject({ status: "committed", voidedCommitments: [] });
      await rig.chain.mine(FAR_BLOCKS);
      await rig.turn(lotId);
      const drawn = await rig.document(lotId);
      expect(drawn).toMatchObject({ status: "drawn", commitment: committed.commitment });
      pause.goOn();
      await asleep;
      await rig.turn(lotId, other);
      expect(await rig.document(lotId)).toEqual(drawn);
      await expectDrawnOnce(lotId);
    },
  );

  it.each(["draws.commit:after", "draws.confirm:before"])(
    "%s: its commitment is void if it was not seen in time, and it cannot confirm it later",
    async (place) => {
      const lotId = await rig.sold(2, 3);
      await rig.close(lotId);
      await rig.due(lotId);
      const pause = pauses.at(place);
      const asleep = other.wiring.get(LotDrawRunner).drawOnce();
      await pause.reached;
      expect(await rig.document(lotId)).toMatchObject({ status: "waiting", commitment: null });
      await rig.chain.mine(FAR_BLOCKS);
      await rig.turn(lotId);
      const committed = await rig.document(lotId);
      const [late] = committed.voidedCommitments;
      expect(committed).toMatchObject({ status: "committed", winner: null });
      expect(committed.voidedCommitments).toHaveLength(1);
      expect(late!.blockNumber).toBeLessThan(committed.commitment!.blockNumber);
      expect(late!.ticketsRoot).toBe(committed.commitment!.ticketsRoot);
      pause.goOn();
      await asleep;
      expect(await rig.document(lotId)).toEqual(committed);
      await rig.chain.mine(FAR_BLOCKS);
      await rig.turn(lotId);
      expect(await rig.document(lotId)).toMatchObject({
        commitment: committed.commitment,
        voidedCommitments: committed.voidedCommitments,
      });
      await expectDrawnOnce(lotId);
    },
  );
});

describe("a worker that stands still while it draws", () => {
  it.each(DRAWING)("%s: another draws, and when it wakes it changes nothing", async (place) => {
    const lotId = await rig.committed(3, 1, 1);
    await rig.chain.mine(FAR_BLOCKS);
    await rig.due(lotId);
    const pause = pauses.at(place);
    const asleep = other.wiring.get(LotDrawRunner).drawOnce();
    await pause.reached;
    await rig.turn(lotId);
    const drawn = await rig.document(lotId);
    expect(drawn.status).toBe("drawn");
    pause.goOn();
    await asleep;
    expect(await rig.document(lotId)).toEqual(drawn);
    await expectDrawnOnce(lotId);
  });
});

describe("blocks that come faster than commitments", () => {
  it("make commitments void, visibly, until one is early enough", async () => {
    const lotId = await rig.sold(1, 1);
    await rig.close(lotId);
    await rig.due(lotId);
    pauses.once("draws.commit:after", () => rig.chain.mine(FAR_AHEAD + 50));
    await other.wiring.get(LotDrawRunner).drawOnce();
    const document = await rig.document(lotId);
    expect(document.voidedCommitments).toHaveLength(1);
    expect(document.status).toBe("committed");
    const [first] = await rig.rows(
      "select sequence, void_reason, confirmed_at from lot_commitment where lot_id = $1 order by sequence",
      lotId,
    );
    expect(first).toEqual({ sequence: 1, void_reason: "late", confirmed_at: null });
  });

  it("do not keep a worker for ever: it puts the lot back and tries again", async () => {
    const lotId = await rig.sold(1);
    await rig.close(lotId);
    await rig.due(lotId);
    const outrun = async () => {
      await rig.chain.mine(FAR_AHEAD + 50);
      pauses.once("draws.commit:after", outrun);
    };
    pauses.once("draws.commit:after", outrun);
    await other.wiring.get(LotDrawRunner).drawOnce();
    pauses.once("draws.commit:after", async () => {});
    expect((await rig.document(lotId)).voidedCommitments).toHaveLength(3);
    await rig.chain.mine(FAR_BLOCKS);
    await rig.turn(lotId);
    expect(await rig.document(lotId)).toMatchObject({ status: "committed" });
    await rig.chain.mine(FAR_BLOCKS);
    await rig.turn(lotId);
    await expectDrawnOnce(lotId);
  });
});

describe("many workers at once", () => {
  it("of two services draw many lots once each", async () => {
    const lots: number[] = [];
    for (let count = 0; count < 8; count += 1) lots.push(await rig.sold(1, 2));
    for (const lotId of lots) await rig.end(lotId);
    const steps = async (service: TestService) => {
      for (const lotId of lots) await rig.due(lotId);
      await Promise.all(Array.from({ length: 4 }, () => service.wiring.get(LotDrawRunner).drawOnce()));
    };
    await rig.close(lots[0]!);
    await Promise.all([steps(rig.service), steps(other)]);
    await rig.chain.mine(FAR_BLOCKS);
    await Promise.all([steps(rig.service), steps(other)]);
    for (const lotId of lots) {
      expect(await rig.document(lotId)).toMatchObject({ status: "drawn", voidedCommitments: [] });
      await expectDrawnOnce(lotId);
    }
  });

  it("on one lot, each ignoring the lease, make one commitment and one winner", async () => {
    const lotId = await rig.sold(4, 4, 4);
    await rig.close(lotId);
    const crowd = () =>
      Promise.all(
        [rig.service, other, rig.service, other, rig.service, other].map(async (service) => {
          await rig.due(lotId);
          await service.wiring.get(LotDrawRunner).drawLot(lotId);
        }),
      );
    await crowd();
    const committed = await rig.document(lotId);
    expect(committed).toMatchObject({ status: "committed", voidedCommitments: [] });
    expect(await rig.rows("select id from lot_commitment where lot_id = $1", lotId)).toHaveLength(1);
    await rig.chain.mine(FAR_BLOCKS);
    await crowd();
    await expectDrawnOnce(lotId);
  });
});

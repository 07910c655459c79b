import { describe, expect, it } from "vitest";
import { LotDrawRunner } from "../../src/lot-draws/lot-draw-runner.ts";
import { winnerIndex } from "../../src/lot-draws/winner-index.ts";
import { brokenRules } from "../support/builders/books.ts";
import { DrawRig, FAR_BLOCKS } from "./draw-rig.ts";
import { Pauses } from "./paused.ts";
import { opened } from "../support/opened.ts";

const MINUTE_MS = 60_000;

const pauses = new Pauses();
const rig = opened(() => DrawRig.open({ replace: pauses.into }));

const complaints = () => rig.service.logLines.filter((line) => line.includes("chain unavailable"));

describe("the chain", () => {
  it("that replaces the committed block before it is final: the block that stays decides", async () => {
    const lotId = await rig.committed(50, 50);
    const { blockNumber } = (await rig.document(lotId)).commitment!;
    await rig.chain.mine(blockNumber - (await rig.chain.head()) + 2);
    const before = (await rig.chain.block(blockNumber))!.hash;
    await rig.turn(lotId);
    await rig.chain.reorganise(blockNumber - 1);
    await rig.turn(lotId);
    expect(await rig.document(lotId)).toMatchObject({ status: "committed", winner: null });
    await rig.chain.mine(64);
    await rig.turn(lotId);
    const { winner } = await rig.document(lotId);
    const after = (await rig.chain.block(blockNumber))!.hash;
    expect(after).not.toBe(before);
    expect(winner).toMatchObject({ blockHash: after, winnerIndex: winnerIndex(after, lotId, 100) });
  });

  it("that is silent before the commitment: the tickets are fixed, and nothing is committed", async () => {
    const lotId = await rig.sold(1, 2);
    await rig.close(lotId);
    rig.chain.fallSilent(true);
    await rig.turn(lotId);
    rig.chain.fallSilent(false);
    expect(await rig.document(lotId)).toMatchObject({ status: "waiting", voidedCommitments: [] });
    expect((await rig.partner.get(`/competitions/${lotId}/draw/entries`)).json.data).toHaveLength(2);
    rig.service.clock.advance(MINUTE_MS);
    await rig.turn(lotId);
    expect(await rig.document(lotId)).toMatchObject({ status: "committed" });
  });

  it("that falls silent between commitment and check: it counts if its block is still to come, else it is void", async () => {
    const [early, late] = [await rig.sold(1), await rig.sold(1)];
    for (const lotId of [early, late]) {
      await rig.close(lotId);
      await rig.due(lotId);
      pauses.once("draws.commit:after", async () => rig.chain.fallSilent(true));
      await rig.service.wiring.get(LotDrawRunner).drawOnce();
      expect(await rig.document(lotId)).toMatchObject({ status: "waiting", commitment: null });
      rig.chain.fallSilent(false);
      rig.service.clock.advance(MINUTE_MS);
      if (lotId === late) await rig.chain.mine(FAR_BLOCKS);
      await rig.turn(lotId);
      expect(await rig.document(lotId)).toMatchObject({ status: "committed" });
    }
    expect((await rig.document(early)).voidedCommitments).toEqual([]);
    expect((await rig.document(late)).voidedCommitments).toHaveLength(1);
  });

  it("that is silent for an hour delays the draw and changes nothing; it is logged once a minute at most", async () => {
    const lotId = await rig.committed(3, 4);
    const committed = await rig.document(lotId);
    await rig.chain.mine(FAR_BLOCKS);
    const drawRunner = rig.service.wiring.get(LotDrawRunner);
    let queries = 0;
    rig.chain.fallSilent(true);
    const before = complaints().length;
    for (let second = 0; second < 3_600; second += 5) {
      const count = async () => {
        queries += 1;
      };
      pauses.once("chain.final:before", count);
      await drawRunner.drawOnce();
      rig.service.clock.advance(5_000);
    }
    expect(await rig.document(lotId)).toEqual(committed);
    expect(complaints().length - before).toBeGreaterThan(0);
    expect(complaints().length - before).toBeLessThanOrEqual(60);
    expect(queries).toBeLessThanOrEqual(70);
    rig.chain.fallSilent(false);
    rig.service.clock.advance(MINUTE_MS);
    await drawRunner.drawOnce();
    const { hash } = (await rig.chain.block(committed.commitment!.blockNumber))!;
    expect(await rig.document(lotId)).toMatchObject({ status: "drawn", winner: { blockHash: hash } });
  });

  it("in trouble or not: the books are right", async () => {
    expect(await brokenRules(rig.service.databaseUrl)).toEqual([]);
  });
});

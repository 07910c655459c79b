import { describe, expect, it } from "vitest";
import { DrawRig, FAR_BLOCKS } from "../../lot-draws/draw-rig.ts";
import { brokenRules } from "../../support/builders/books.ts";
import { dyingWorker, expectKilled } from "./deaths.ts";
import { opened } from "../../support/opened.ts";

/** Points where a worker is killed, and the published state then. */
const DEATHS = [
  { when: "a lot was closed and taken", at: "draws.freeze:before", left: "waiting" },
  { when: "its tickets were fixed", at: "draws.freeze:after", left: "waiting" },
  { when: "its commitment was written", at: "draws.commit:after", left: "waiting" },
  { when: "its commitment was confirmed", at: "draws.confirm:after", left: "committed" },
  { when: "its block was read", at: "draws.draw:before", left: "committed" },
  { when: "its winner was written", at: "draws.draw:after", left: "drawn" },
] as const;

const rig = opened(() => DrawRig.open());

describe("kill -9 while a lot is drawn, when", () => {
  it.each(DEATHS)("$when: another worker goes on, and there is one winner", async ({ at, left }) => {
    const drawing = at.startsWith("draws.draw:");
    const lotId = drawing ? await rig.committed(2, 3) : await rig.sold(2, 3);
    if (drawing) {
      await rig.chain.mine(FAR_BLOCKS);
      await rig.due(lotId);
    } else await rig.end(lotId);
    await expectKilled(dyingWorker(rig.service.databaseUrl, at, 1, 0));
    const found = await rig.document(lotId);
    expect(found).toMatchObject({ status: left, voidedCommitments: [] });
    await rig.turn(lotId);
    await rig.chain.mine(FAR_BLOCKS);
    await rig.turn(lotId);
    // The dead worker may have committed to a nearer block, which then was made too early to be seen.
    await rig.turn(lotId);
    await rig.chain.mine(FAR_BLOCKS);
    await rig.turn(lotId);
    const drawn = await rig.document(lotId);
    expect(drawn.status).toBe("drawn");
    if (found.commitment !== null) expect(drawn.commitment).toEqual(found.commitment);
    expect(await rig.events("lot.closed", lotId)).toHaveLength(1);
    expect(await rig.events("draw.completed", lotId)).toHaveLength(1);
  });

  it("afterwards the books are right", async () => {
    expect(await brokenRules(rig.service.databaseUrl)).toEqual([]);
  });
});

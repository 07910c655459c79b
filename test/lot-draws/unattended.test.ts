import { expect, it } from "vitest";
import { brokenRules } from "../support/builders/books.ts";
import { TestService } from "../support/service/service.ts";
import { DrawRig } from "./draw-rig.ts";
import { opened } from "../support/opened.ts";
import { eventually } from "../support/eventually.ts";

const QUICK = { DRAW_BLOCKS_AHEAD: "2", CHAIN_CONFIRMATIONS: "1" };

const rig = opened(() => DrawRig.open({ background: true, environment: QUICK }));
opened(() =>
  TestService.open({
    databaseUrl: rig.service.databaseUrl,
    background: true,
    environment: QUICK,
  }),
);

it("two services close, commit, draw and announce a lot automatically, once", async () => {
  const lots = [await rig.sold(2, 3), await rig.sold(1)];
  for (const lotId of lots) await rig.end(lotId);
  for (const lotId of lots) {
    await eventually(async () => (await rig.state(lotId)).state === "drawn");
    expect(await rig.events("lot.closed", lotId)).toHaveLength(1);
    expect(await rig.events("draw.completed", lotId)).toHaveLength(1);
  }
  expect(await brokenRules(rig.service.databaseUrl)).toEqual([]);
});

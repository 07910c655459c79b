import { expect } from "vitest";
import { DrawRig, FAR_BLOCKS } from "../../lot-draws/draw-rig.ts";
import { it, openBrowser } from "../../support/browser/in-browser.ts";
import { opened } from "../../support/opened.ts";

const rig = opened(() =>
  DrawRig.open({ environment: { PUBLIC_REQUESTS_PER_MINUTE: "10000" } }, { autoPublishWinners: false }),
);
const browser = openBrowser();

const path = (rest: string) => `/embed/${rig.partner.organisation.slug}${rest}`;

async function drawInLive(lotId: number): Promise<string | undefined> {
  rig.service.clock.advance(1_100);
  const { lots } = (await rig.service.call("GET", path("/live.json"))).json;
  return lots.find(({ id }: { id: number }) => id === lotId).draw;
}

it("a result page that is open shows the commitment, the draw and the winner once the public record has them", async () => {
  const lotId = await rig.sold(3);
  await rig.close(lotId);
  expect(await drawInLive(lotId)).toBeUndefined();
  const page = await browser.newPage();
  await page.goto(rig.service.baseUrl + path(`/competition/${lotId}/results`));
  await page.getByText("The draw is being prepared.").waitFor();

  await rig.turn(lotId);
  expect((await rig.service.call("GET", path(`/competition/${lotId}/draw.json`))).json.data.status).toBe(
    "committed",
  );
  expect(await drawInLive(lotId)).toBe("committed");
  await page.getByText("the draw is committed to block").waitFor();

  await rig.chain.mine(FAR_BLOCKS);
  await rig.turn(lotId);
  expect(await drawInLive(lotId)).toBeUndefined();
  await page.getByText("The winner has been drawn and will be announced soon.").waitFor();

  await rig.rows("update winner set published_at = $2 where lot_id = $1", lotId, rig.service.clock.now());
  expect(await drawInLive(lotId)).toBe("published");
  await page.getByRole("heading", { name: "How the winner was drawn" }).waitFor();
  // What is shown is what the counter tells: the page stays as it is.
  let loads = 0;
  page.on("load", () => (loads += 1));
  const nextPoll = () => page.waitForResponse((answer) => answer.url().endsWith("/live.json"));
  for (let n = 0; n < 2; n += 1) await nextPoll();
  expect(loads).toBe(0);
});

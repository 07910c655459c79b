import { describe, expect } from "vitest";
import { DrawRig, FAR_BLOCKS } from "../lot-draws/draw-rig.ts";
import { button, ConsoleRig } from "./support/console-rig.ts";
import { it, openBrowser } from "../support/browser/in-browser.ts";
import { opened } from "../support/opened.ts";

const browser = openBrowser();
const rig = opened(() => ConsoleRig.open(browser));

describe("an endpoint whose deliveries fail", () => {
  it("is shown as failing in the list and on the organisation's first page, until it accepts one", async () => {
    const endpoint = await rig.asToken("POST", "/webhook-endpoints", { url: rig.receiver.url });
    const page = await rig.signedIn({ memberRole: "developer" });
    const listed = async () => (await rig.asToken("GET", "/webhook-endpoints"))[0].failingSince;
    const ping = () => rig.asToken("POST", `/webhook-endpoints/${endpoint.id}/ping`);
    expect(await listed()).toBeNull();
    await ping();
    await expect.poll(listed).not.toBeNull();
    await rig.look(page, "/o/acme/webhooks");
    const failure = /1 of 1 failed since .*, last answer 400 /;
    await page.getByRole("cell", { name: failure }).waitFor();
    await button(page, `Replay ${rig.receiver.url}`).click();
    // The number of deliveries is shown before they are sent.
    await button(page, "Replay 1 delivery").waitFor();
    await button(page, "Cancel").click();
    await rig.look(page, "/o/acme");
    const need = page.getByRole("listitem").filter({ hasText: failure });
    await need.getByText(`${rig.receiver.url}: `).waitFor();

    rig.takes = true;
    await ping();
    await expect.poll(listed).toBeNull();
    await rig.look(page, "/o/acme/webhooks");
    await page.getByRole("cell", { name: "enabled" }).waitFor();
    await page.getByText(/% delivered, 1 failed/).waitFor();
    await rig.look(page, "/o/acme");
    expect(await page.getByText("failed since").count()).toBe(0);
    expect(rig.strange).toEqual([]);
  });

  it("is titled by its description, and what it would receive is shown before anything is sent", async () => {
    const url = `${rig.receiver.url}/shop`;
    const { id } = await rig.asToken("POST", "/webhook-endpoints", { url, description: "Shop backend" });
    const page = await rig.signedIn({ memberRole: "developer" });
    await rig.look(page, "/o/acme/webhooks");
    const example = page.getByRole("region", { name: "Example body" });
    await example.getByText('"ticketNumbers"').waitFor();
    await page.getByRole("combobox", { name: "Event type" }).click();
    await page.getByRole("option", { name: "draw.completed" }).click();
    await example.getByText('"winnerTicketId"').waitFor();
    await page.getByRole("link", { name: "Shop backend" }).click();
    await page.getByRole("heading", { level: 1, name: "Shop backend" }).waitFor();
    await page.getByText(url, { exact: true }).waitFor();
    await rig.asToken("DELETE", `/webhook-endpoints/${id}`);
    expect(rig.strange).toEqual([]);
  });
});

describe("a competition's page", () => {
  it("offers the widget's line only before and while it sells, and names the winner once it is drawn", async () => {
    const page = await rig.signedIn({ operatorRole: "owner" });
    const widget = page.getByRole("link", { name: "Copy the lines for your page" });
    const { id: open } = await rig.partner.lot();
    await rig.look(page, `/o/acme/competitions/${open}`);
    await widget.waitFor();
    await rig.asToken("POST", `/competitions/${open}/cancel`);
    await rig.look(page, `/o/acme/competitions/${open}`);
    expect(await widget.count()).toBe(0);

    const draws = new DrawRig(rig.service, rig.partner);
    const { id: drawn } = await rig.partner.lot();
    const order = await draws.sell(drawn, 1);
    await draws.close(drawn);
    await expect
      .poll(async () => {
        await draws.chain.mine(FAR_BLOCKS);
        await draws.turn(drawn);
        return (await draws.state(drawn)).state;
      })
      .toBe("drawn");
    const { buyer } = await rig.asToken("GET", `/orders/${order}`);
    await rig.look(page, `/o/acme/competitions/${drawn}`);
    await page.getByRole("link", { name: buyer.email }).waitFor();
    expect(await widget.count()).toBe(0);
    expect(await rig.asToken("GET", `/winners?competitionId=${open}`)).toEqual([]);
  });
});

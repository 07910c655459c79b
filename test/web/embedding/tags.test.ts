import { beforeAll, describe, expect } from "vitest";
import { framesOf, Shop } from "../../support/browser/shop.ts";
import { Partner } from "../../support/builders/partner.ts";
import { TestService } from "../../support/service/service.ts";
import { opened } from "../../support/opened.ts";
import { it } from "../../support/browser/in-browser.ts";
import { eventually } from "../../support/eventually.ts";

let slug: string;
let lotId: number;
let src: string;
const shop = opened(() => Shop.open());
const service = opened(() => TestService.open());
beforeAll(async () => {
  const partner = await Partner.add(service);
  slug = partner.organisation.slug;
  lotId = (await partner.lot({ title: "A diver's watch" })).id;
  src = `${service.baseUrl}/widget.js`;
});

describe("a tag", () => {
  it("is read without regard to blanks and capitals, and names an attribute that means nothing", async () => {
    const attributes = [
      `data-org=" ${slug.toUpperCase()}&#10;"`,
      `data-competition=" ${lotId} "`,
      `data-scheme=" DARK"`,
    ];
    shop.page(`<script src="${src}" ${attributes.join(" ")} data-locale=" de "></script>`);
    const { page, complaints, close } = await shop.visit();
    const [frame] = await framesOf(page, `/embed/${slug}/competition/${lotId}`);
    expect(new URL(frame!.url()).search).toBe("?locale=de&scheme=dark");
    expect(complaints).toEqual([]);
    await close();

    const wrong = {
      [`data-org="Acme Ltd."`]:
        'raffle widget: data-org must be the slug of an organisation, and is "Acme Ltd."',
      [`data-org="${slug}" data-competition="#7"`]:
        'raffle widget: data-competition must be the id of a competition, and is "#7"',
      [`data-org="${slug}" data-scheme="pink"`]:
        'raffle widget: data-scheme must be light, dark or auto, and is "pink"',
      [`data-org=" "`]: "raffle widget: its script tag has no data-org",
    };
    for (const [named, complaint] of Object.entries(wrong)) {
      shop.page(`<script src="${src}" ${named}></script>`);
      const visit = await shop.visit();
      await eventually(() => visit.complaints.length > 0);
      expect(
        visit.complaints.filter((text) => text.startsWith("raffle")),
        named,
      ).toEqual([complaint]);
      await visit.close();
    }
  });

  it("shows its widget in an open shadow tree, goes with it, and says what a closed one hides", async () => {
    shop.page(`<div id="host"></div><div id="inner"></div>`);
    const { page, complaints, close } = await shop.visit();
    const into = (root: string) => `{
      const script = Object.assign(document.createElement("script"), { src: "${src}" });
      Object.assign(script.dataset, { org: "${slug}", competition: "${lotId}" });
      ${root}.append(script);
    }`;
    await page.evaluate(`globalThis.heard = 0; addEventListener("raffle:state", () => { heard += 1 })`);
    await page.evaluate(into(`host.attachShadow({ mode: "open" })`));
    const path = `/embed/${slug}/competition/${lotId}`;
    await framesOf(page, path);
    expect(await page.evaluate("host.shadowRoot.querySelectorAll('iframe').length")).toBe(1);
    await eventually(async () => (await page.evaluate("heard")) === 1);
    await page.evaluate(`host.shadowRoot.querySelector("script").remove()`);
    await eventually(() => page.frames().length === 1);
    expect(complaints).toEqual([]);
    await page.evaluate(into(`inner.attachShadow({ mode: "closed" })`));
    await eventually(() => complaints.length > 0);
    expect(complaints).toEqual([expect.stringContaining("a closed shadow root hides it")]);
    await close();
  });

  it("shows its widget as a module, and where an image takes the name of the current script", async () => {
    const path = `/embed/${slug}/competition/${lotId}`;
    const tag = `src="${src}" data-org="${slug}" data-competition="${lotId}"></script>`;
    for (const body of [`<script type="module" ${tag}`, `<img name="currentScript" alt=""><script ${tag}`]) {
      shop.page(body);
      const { page, complaints, close } = await shop.visit();
      await framesOf(page, path);
      expect(complaints, body).toEqual([]);
      await close();
    }
  });

  it("that awaits the visitor's consent shows nothing until its type is a script's, also where another tag runs", async () => {
    const path = `/embed/${slug}`;
    const waiting = `<script type="text/plain" src="${src}" data-org="${slug}"></script>`;
    shop.page(
      `<script src="${src}" data-org="${slug}" data-competition="${lotId}"></script><div id="place"></div>`,
    );
    const { page, close } = await shop.visit();
    await framesOf(page, `${path}/competition/${lotId}`);
    await page.evaluate(`place.innerHTML = ${JSON.stringify(waiting)}`);
    await page.evaluate("new Promise((done) => setTimeout(done, 200))");
    expect(page.frames()).toHaveLength(2);
    await page.evaluate(`place.innerHTML = ${JSON.stringify(waiting.replace("text/plain", ""))}`);
    await framesOf(page, path);
    await close();
  });
});

import { expect } from "vitest";
import { type SnippetChoice, snippetOf } from "../../../web/snippet/snippet.ts";
import { Partner } from "../../support/builders/partner.ts";
import { it, openBrowser } from "../../support/browser/in-browser.ts";
import { opened } from "../../support/opened.ts";
import { LocalServer } from "../../support/receivers/local-server.ts";
import { sharedService } from "../../support/service/service.ts";

const HOSTILE = `"'><img src=x onerror=alert(1)></script></noscript><script>alert(2)</script>&amp;`;

let body = "";
let policy = "";
const service = await sharedService();
const browser = openBrowser();
const shop = opened(() =>
  LocalServer.listen((_request, response) => {
    response.setHeader("Content-Security-Policy", `default-src 'none'; img-src data:; ${policy}`);
    response.setHeader("Content-Type", "text/html; charset=utf-8");
    response.end(
      `<!doctype html><html lang="en"><title>Shop</title><link rel="icon" href="data:,"><body>${body}`,
    );
  }),
);

/** Returns the lines for a choice, pinned to the build that `/embed.json` names. */
async function linesFor(choice: Omit<SnippetChoice, "base">) {
  const { json } = await service.call("GET", "/embed.json");
  return snippetOf({ ...choice, base: service.baseUrl }, json["widget.js"]);
}

/** Opens a shop's page with the lines under their own policy alone. */
async function visit(lines: string, { javaScriptEnabled = true } = {}) {
  body = lines;
  const context = await browser.newContext({ javaScriptEnabled });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  await page.goto(shop.localOrigin);
  return { page, complaints, close: () => context.close() };
}

it("the lines of each choice work on another origin under the policy that comes with them, also pinned", async () => {
  const partner = await Partner.add(service);
  const { slug, name } = partner.organisation;
  const { id, title } = await partner.lot({ title: "A generated watch" });
  const choices = [
    { slug, name, locale: "ar", scheme: "dark" },
    { slug, name: title, competition: String(id), affiliate: "jo" },
  ];
  for (const choice of choices) {
    const lines = await linesFor(choice);
    policy = lines.policy;
    for (const tag of [lines.tag, lines.pinned]) {
      const { page, complaints, close } = await visit(tag);
      const frame = page.frameLocator("iframe");
      await frame.getByRole("heading", { name: title }).waitFor();
      if (choice.locale) expect(await frame.locator("html").getAttribute("dir")).toBe("rtl");
      if (choice.scheme) await frame.locator("html[data-scheme=dark]").waitFor();
      expect(complaints).toEqual([]);
      await close();
    }
    const { page, close } = await visit(lines.tag, { javaScriptEnabled: false });
    await page.getByRole("link", { name: choice.name }).click();
    await page.getByRole("heading", { name: title }).waitFor();
    await close();
  }
});

it("hostile titles, affiliates and addresses stay text: the page has one tag, one link and what they said", async () => {
  const hostile = { slug: "acme", name: HOSTILE, competition: HOSTILE, locale: HOSTILE, affiliate: HOSTILE };
  const lines = await linesFor({ ...hostile, scheme: "light" });
  policy = "script-src 'none'";
  for (const tag of [lines.tag, lines.pinned]) {
    const { page, close } = await visit(tag, { javaScriptEnabled: false });
    expect(await page.locator("body *:not(noscript)").count()).toBe(2);
    expect(await page.getByRole("link").textContent()).toBe(HOSTILE);
    const script = page.locator("script");
    for (const name of ["data-competition", "data-locale", "data-affiliate"])
      expect(await script.getAttribute(name)).toBe(HOSTILE);
    const link = new URL((await page.getByRole("link").getAttribute("href"))!);
    expect(link.searchParams.get("affiliate")).toBe(HOSTILE);
    expect(link.origin).toBe(service.baseUrl);
    await close();
  }
});

it("a choice that is left out leaves nothing behind, and a service below a path is named with a slash", () => {
  const file = { url: "https://raffles.example/assets/widget-0.js", integrity: "sha384-x" };
  const { tag, pinned } = snippetOf({ base: "https://raffles.example", slug: "acme", name: "Acme" }, file);
  expect(tag).toBe(
    '<script src="https://raffles.example/widget.js" data-org="acme"></script>\n' +
      '<noscript><a href="https://raffles.example/embed/acme">Acme</a></noscript>',
  );
  expect(pinned.split("\n")[0]).toBe(
    '<script src="https://raffles.example/assets/widget-0.js" integrity="sha384-x" crossorigin="anonymous" data-org="acme"></script>',
  );
  const { policy: below } = snippetOf(
    { base: "https://a.example/raffles", slug: "acme", name: "Acme" },
    file,
  );
  expect(below).toBe("script-src https://a.example/raffles/; frame-src https://a.example/raffles/");
});

import { hash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { bundled } from "../../../adapters/http/web/bundles/buyers-files.ts";
import { consoleBundled } from "../../../adapters/http/web/bundles/console-files.ts";
import { Partner } from "../../support/builders/partner.ts";
import { CARD_GOAL, CONSOLE_GOALS, SIZE_GOALS } from "../../support/browser/goals.ts";
import { opened } from "../../support/opened.ts";
import { type Answer, TestService } from "../../support/service/service.ts";

let slug: string;
let open: number;
const service = opened(() => TestService.open());
beforeAll(async () => {
  const partner = await Partner.add(service);
  ({ slug } = partner.organisation);
  open = (await partner.lot({ imageUrl: "https://img.example/watch.jpg" })).id;
});

const get = (path: string, headers: Record<string, string> = {}): Promise<Answer> =>
  service.call("GET", path, { headers });
const embed = (rest = "") => get(`/embed/${slug}${rest}`);

describe("files", () => {
  it("have their hash in their names, are compressed as asked, and stay when the build is another", async () => {
    const page = (await embed()).text;
    const [, address = ""] = /href="([^"]*\/assets\/page-[0-9a-f]{16}\.css)"/.exec(page) ?? [];
    const path = new URL(address).pathname;
    for (const encoding of ["br", "gzip", "identity"]) {
      const file = await get(path, { "Accept-Encoding": encoding });
      expect(file.headers.get("Content-Encoding")).toBe(encoding === "identity" ? null : encoding);
      expect(file.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
      expect(file.text).toContain("progress");
      const tag = { "If-None-Match": file.headers.get("ETag")!, "Accept-Encoding": encoding };
      expect((await get(path, tag)).status).toBe(304);
    }
    await service.sql(
      "insert into asset (name, body) values ($1, $2)",
      "framed-00112233aabbccdd.js",
      Buffer.from("old()"),
    );
    const old = await get("/assets/framed-00112233aabbccdd.js");
    expect([old.status, old.text, old.headers.get("Content-Type")]).toEqual([
      200,
      "old()",
      "text/javascript; charset=utf-8",
    ]);
    for (const name of ["framed-0011.js", "framed-ffffffffffffffff.js", "..%2Fmain.ts", "page.css"])
      expect((await get(`/assets/${name}`)).status, name).toBe(404);
  });

  it("for partners' pages have the integrity that is told, and are as small as they are to be", async () => {
    const { json } = await get("/embed.json");
    expect(Object.keys(json)).toEqual(["widget.js", "embed.js", "embed.esm.js"]);
    for (const [plain, { url, integrity }] of Object.entries<{ url: string; integrity: string }>(json)) {
      const current = await get(`/${plain}`, { "Accept-Encoding": "identity" });
      const pinned = await get(new URL(url).pathname, { "Accept-Encoding": "identity" });
      expect(pinned.text).toBe(current.text);
      expect(integrity).toBe(`sha384-${hash("sha384", pinned.text, "base64")}`);
      expect(current.headers.get("Cache-Control")).toBe("public, max-age=300, stale-while-revalidate=86400");
    }
    const page = (await embed(`/competition/${open}`)).text;
    const framed = new URL(/src="([^"]*\/assets\/framed-[^"]*)"/.exec(page)![1]!).pathname;
    const files = await Promise.all([framed, themeOf(page), styleOf(page)].map((path) => get(path)));
    const sizes = files.map(({ text }) => gzipSync(text).byteLength);
    expect(sizes.reduce((sum, size) => sum + size, gzipSync(page).byteLength)).toBeLessThanOrEqual(CARD_GOAL);
    const beyond = [...(await bundled())].filter(
      ([plain, { gzip }]) => !(gzip.byteLength <= SIZE_GOALS[plain]!),
    );
    expect(beyond.map(([plain, { gzip }]) => [plain, gzip.byteLength])).toEqual([]);
  });

  it("of the console are at most as large as planned, before its first page and in all", async () => {
    const { entry, files } = await consoleBundled();
    const sizeOf = (names: Iterable<string>) =>
      [...names].reduce((sum, name) => sum + files.get(name)!.gzip.byteLength, 0);
    expect(sizeOf([entry.script, ...entry.preloads])).toBeLessThanOrEqual(CONSOLE_GOALS.script);
    expect(sizeOf([entry.style])).toBeLessThanOrEqual(CONSOLE_GOALS.style);
    expect(sizeOf(files.keys())).toBeLessThanOrEqual(CONSOLE_GOALS.all);
  });

  it("of this build are kept in the database", async () => {
    const names = (await service.sql("select name from asset order by name")).map(({ name }) => name);
    expect(names).toContainEqual(expect.stringMatching(/^page-[0-9a-f]{16}\.css$/));
  });
});

function themeOf(text: string): string {
  return new URL(/href="([^"]*\/theme\/[^"]*)"/.exec(text)![1]!).pathname;
}

function styleOf(text: string): string {
  return new URL(/href="([^"]*\/assets\/[^"]*\.css)"/.exec(text)![1]!).pathname;
}

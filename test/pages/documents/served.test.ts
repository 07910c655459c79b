import { glob, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { contentPolicy } from "../../../adapters/http/web/policies.ts";
import { opened } from "../../support/opened.ts";
import { RawConnection } from "../../support/service/raw-connection.ts";
import { type Answer, TestService } from "../../support/service/service.ts";

const FOLDER = fileURLToPath(new URL("../../../docs/", import.meta.url));
const CODE = /^```[\s\S]*?^```$|`[^`\n]*`/gm;
const MARKDOWN = { Accept: "text/markdown" };

const service = opened(() =>
  TestService.open({ environment: { BASE_DOMAIN: "raffles.example", TRUST_PROXY: "1" } }),
);
/** Files of docs/, each with its address. */
const files = new Map<string, string>();
/** Each page as HTML, by its path. */
const pages = new Map<string, Answer>();
const get = (path: string, headers: Record<string, string> = {}) => service.call("GET", path, { headers });
const isPage = (file: string) => file.endsWith(".md");

beforeAll(async () => {
  for await (const file of glob("**/*.*", { cwd: FOLDER }))
    files.set(file, `/docs/${file.replace(/(^|\/)README\.md$/, "$1").replace(/\.md$/, "")}`);
  for (const [file, path] of files) if (isPage(file)) pages.set(path, await get(path));
  expect(pages.size).toBeGreaterThan(150);
});

const hrefsOf = (html: string) => [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href]) => href!);
const anchorsOf = (html: string) => new Set([...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id!));
const linksOf = (markdown: string) =>
  [...markdown.replaceAll(CODE, "").matchAll(/\[[^\]]*\]\(([^)\s]+)\)/g)].map(([, target]) => target!);

describe("every page of docs/", () => {
  it("is HTML without a script or a style in it, under a policy that allows neither", () => {
    const policy = contentPolicy("document", service.baseUrl);
    expect(policy).not.toMatch(/script-src|unsafe|\*/);
    for (const [path, { status, headers, text }] of pages) {
      expect([status, headers.get("Content-Type")], path).toEqual([200, "text/html; charset=utf-8"]);
      expect(headers.get("Content-Security-Policy"), path).toBe(policy);
      expect(headers.get("Cross-Origin-Opener-Policy"), path).toBe("same-origin");
      expect(headers.getSetCookie()).toEqual([]);
      expect(text, path).not.toMatch(/<script|<style|<[^>]* (style|on\w+)=|<!-- /i);
      expect(text, path).toMatch(/<h1 id="[^"]+">/);
    }
  });

  it("is Markdown at its address, and with .md", async () => {
    for (const [file, path] of files) {
      if (!isPage(file)) continue;
      const [byHeader, byName] = [await get(path, MARKDOWN), await get(`/docs/${file}`)];
      expect([byName.status, byName.headers.get("Content-Type")], path).toEqual([
        200,
        "text/markdown; charset=utf-8",
      ]);
      expect(byName.text).toMatch(/^# /);
      expect(byHeader.text, path).toBe(byName.text);
      expect(byHeader.headers.get("Vary")).toBe("Accept, Accept-Encoding");
    }
  });

  it("has links that lead to pages, anchors and files of the service alone", async () => {
    const broken: string[] = [];
    for (const [path, { text }] of pages)
      for (const href of hrefsOf(text)) {
        const { origin, pathname, hash } = new URL(href, service.baseUrl + path);
        const to = pages.get(pathname);
        const isThere = to ? hash === "" || anchorsOf(to.text).has(hash.slice(1)) : hash === "";
        const isServed = to ?? (await get(pathname)).status === 200;
        if (origin !== service.baseUrl || !isThere || !isServed) broken.push(`${path}: ${href}`);
      }
    expect(broken).toEqual([]);
  });

  it("loads its style and its drawings, and nothing else", async () => {
    const loaded = new Set<string>();
    for (const { text } of pages.values())
      for (const [, address] of text.matchAll(/(?:<link rel="stylesheet" href|src)="([^"]*)"/g))
        loaded.add(address!);
    for (const address of loaded) {
      const { origin, pathname } = new URL(address, service.baseUrl);
      expect(origin, address).toBe(service.baseUrl);
      const { status, text } = await get(pathname);
      expect(status, address).toBe(200);
      expect(text.replaceAll('"http://www.w3.org/2000/svg"', ""), address).not.toMatch(/https?:|@import/);
    }
    const drawings = [...loaded].filter((address) => address.endsWith(".svg"));
    expect(drawings.map((path) => path.slice("/docs/".length)).toSorted()).toEqual(
      [...files.keys()].filter((file) => file.endsWith(".svg")).toSorted(),
    );
  });

  it("keeps each link that leads to a file of docs/, as HTML and as Markdown; others are text", async () => {
    let others = 0;
    for (const [file, path] of files) {
      if (!isPage(file) || file === "README.md") continue;
      const all = linksOf(await readFile(FOLDER + file, "utf8"));
      const isInside = (target: string) => {
        const [to] = target.split("#");
        return to === "" || files.has(new URL(to!, `file:///${file}`).pathname.slice(1));
      };
      const inside = all.filter(isInside);
      others += all.length - inside.length;
      expect(linksOf((await get(`/docs/${file}`)).text), file).toEqual(inside);
      const [, main] = /<main>([\s\S]*)<\/main>/.exec(pages.get(path)!.text)!;
      expect(hrefsOf(main!.replaceAll(/<a class="anchor"[^>]*>/g, "")), file).toHaveLength(inside.length);
    }
    expect(others).toBeGreaterThan(5);
    expect(pages.get("/docs/service-proof")!.text).toContain("RFC 7515 (https://www.rfc-editor.org/");
  });
});

describe("addresses below /docs/", () => {
  it("with a slash missing lead on", async () => {
    for (const path of ["/docs", "/docs/operators", "/docs/decisions"]) {
      const { status, headers } = await get(path);
      expect([status, headers.get("Location")], path).toEqual([308, `${path}/`]);
    }
  });

  it("that name nothing of docs/ are 404, however they are spelt", async () => {
    const spelt = [
      "config",
      "decisions.md%00",
      "%2e%2e%2fpackage.json",
      "%",
      "errors/",
      "Errors",
      "//errors",
    ];
    for (const rest of [...spelt, "images/", "api/", "README", ".md", "errors.html", "..%5cpackage.json"])
      expect((await get(`/docs/${rest}`)).status, rest).toBe(404);
    for (const path of [
      "/docs/../config",
      "/docs/%2e%2e/",
      "/docs/../docs/errors",
      "/docs/./errors",
      "/docs/../package.json",
    ]) {
      const connection = await RawConnection.open(service.baseUrl);
      connection.send(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      expect(await connection.all(), path).toMatch(/^HTTP\/1.1 404 /);
    }
    expect((await service.call("POST", "/docs/errors")).status).toBe(404);
  });

  it("are not there on an organisation's own host", async () => {
    for (const path of ["/docs", "/docs/", "/docs/errors", "/docs/llms.txt"])
      expect((await get(path, { "X-Forwarded-Host": "acme.raffles.example" })).status, path).toBe(404);
  });

  it("are answered 304 to the tag of what is there, of each encoding and form its own", async () => {
    const tags = new Set<string>();
    for (const headers of [{ "Accept-Encoding": "identity" }, { "Accept-Encoding": "gzip" }, MARKDOWN]) {
      const { headers: before } = await get("/docs/errors", headers);
      const tag = before.get("ETag")!;
      tags.add(tag);
      expect(before.get("Cache-Control")).toBe("public, max-age=300");
      const again = await get("/docs/errors", { ...headers, "If-None-Match": tag });
      expect([again.status, again.text, again.headers.get("ETag")]).toEqual([304, "", tag]);
      expect(again.headers.get("Vary")).toBe("Accept, Accept-Encoding");
    }
    expect(tags.size).toBe(3);
  });

  it("serve the other files of docs/ as what they are", async () => {
    const types: Record<string, string> = {};
    for (const [file, path] of files) {
      if (isPage(file)) continue;
      const { status, headers } = await get(path);
      expect(status, file).toBe(200);
      const styles = file.endsWith(".svg") ? " style-src 'unsafe-inline';" : "";
      const policy = `default-src 'none';${styles} frame-ancestors 'none'`;
      expect(headers.get("Content-Security-Policy"), file).toBe(policy);
      types[file.split(".").at(-1)!] = headers.get("Content-Type")!;
    }
    expect(types).toMatchObject({
      json: "application/json; charset=utf-8",
      svg: "image/svg+xml; charset=utf-8",
      yml: "text/yaml; charset=utf-8",
    });
  });
});

it("the address that a refusal names has the section of its code", async () => {
  const { docUrl, error } = (await get("/api/v1/prizes")).json;
  expect(docUrl).toBe(`${service.baseUrl}/docs/errors#${error}`);
  const codes = [...(await get("/docs/errors.md")).text.matchAll(/^### (\w+)$/gm)].map(([, code]) => code!);
  expect(codes).toContain(error);
  const anchors = anchorsOf(pages.get("/docs/errors")!.text);
  expect(codes.filter((code) => !anchors.has(code))).toEqual([]);
});

it("llms.txt has a line for each page, and llms-full.txt all of a partner's pages", async () => {
  const { text, headers } = await get("/docs/llms.txt");
  expect(headers.get("Content-Type")).toBe("text/plain; charset=utf-8");
  const lines = [...text.matchAll(/^- \[[^\]]+\]\((\S+)\): \S.*$/gm)].map(([, address]) => address!);
  const listed = lines.map((address) => address.replace(`${service.baseUrl}/docs/`, ""));
  const all = [...files.keys()].filter((file) => isPage(file) && file !== "README.md");
  expect(listed.toSorted()).toEqual(all.toSorted());
  const full = (await get("/docs/llms-full.txt")).text;
  for (const file of ["README.md", "quickstart.md", "errors.md", "fair-draw-v1.md", "api/checkout.md"])
    expect(full, file).toContain((await get(`/docs/${file}`)).text);
  expect(full).not.toContain((await get("/docs/operators/setup.md")).text);
});

it("the first page begins with what a partner does first, at this service's address", () => {
  const { text } = pages.get("/docs/")!;
  const [, first] = /<h2[^>]*>([^<]+)</.exec(text)!;
  expect(first).toBe("Sell a ticket");
  expect(text).toContain(`S=$(curl -s ${service.baseUrl}/api/v1/checkout/sessions `);
  expect(text.indexOf("sell-a-ticket")).toBeLessThan(text.indexOf("<table>"));
});

it("the service's own address leads to the documents and the console, and the API's says what it is", async () => {
  const home = (await get("/")).text;
  expect(hrefsOf(home)).toContain("/docs/");
  expect(hrefsOf(home)).toContain(`${service.baseUrl.replace("127.0.0.1", "localhost")}/admin/`);
  for (const path of ["/api/v1", "/api/v1/"]) {
    const { status, json } = await get(path);
    expect([status, json], path).toEqual([
      200,
      {
        data: {
          name: "Partner Raffle API",
          release: "1.0.0",
          docs: `${service.baseUrl}/docs/`,
          openapi: `${service.baseUrl}/api/v1/openapi.json`,
        },
      },
    ]);
    expect((await get(new URL(json.data.openapi).pathname)).status).toBe(200);
  }
});

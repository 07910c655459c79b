import { readFile } from "node:fs/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { LOCALES } from "../../src/shop/locale.ts";
import { contentPolicy } from "../../adapters/http/web/policies.ts";
import { partnerPolicy } from "../../web/snippet/snippet.ts";
import { DrawRig } from "../lot-draws/draw-rig.ts";
import { Partner } from "../support/builders/partner.ts";
import { ADMIN_TOKEN, type Answer } from "../support/service/service.ts";
import { opened } from "../support/opened.ts";

const HOSTILE = `<script>alert(1)</script>"'><img src=x onerror=alert(2)> \u202egnp.exe ${"🎟️".repeat(60)}`;

let slug: string;
let open: number;
const rig = opened(() =>
  DrawRig.open({
    environment: { BASE_DOMAIN: "raffles.example", TRUST_PROXY: "1", PUBLIC_REQUESTS_PER_MINUTE: "100" },
  }),
);
beforeAll(async () => {
  slug = rig.partner.organisation.slug;
  const description = `# Big\n\nA **watch**, ${HOSTILE} [here](https://shop.example/?a=1&b=2) ![x](https://shop.example/x.png)`;
  const imageUrl = "https://img.example/watch.jpg";
  open = (await rig.partner.lot({ title: HOSTILE.slice(0, 200), description, imageUrl, maxTickets: 50 })).id;
});

const get = (path: string, headers: Record<string, string> = {}): Promise<Answer> =>
  rig.service.call("GET", path, { headers });
const embed = (rest = "", headers?: Record<string, string>) => get(`/embed/${slug}${rest}`, headers);
/** Past the second for which a page may be old. */
const aSecondLater = <T>(work: () => Promise<T>) => {
  rig.service.clock.advance(1_500);
  return work();
};

describe("pages of an organisation", () => {
  it("show the grid of what sells, one competition, and its result, whole without scripts", async () => {
    const [grid, lot, results] = [
      await embed(),
      await embed(`/competition/${open}`),
      await embed(`/competition/${open}/results`),
    ];
    for (const page of [grid, lot, results]) {
      expect(page.status).toBe(200);
      expect(page.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
      expect(page.headers.get("Cache-Control")).toBe("public, max-age=5");
      expect(page.headers.get("Vary")).toBe("Accept-Language, Accept-Encoding");
      expect(page.headers.getSetCookie()).toEqual([]);
      expect(page.text).not.toMatch(/<script(?! type="application\/(ld\+)?json"| defer src=")/);
      expect(page.text).not.toMatch(/<img src=x|<style|\sstyle=|\son[a-z]+=(?!alert\(2\))/);
    }
    expect(grid.text).toContain(`/embed/${slug}/competition/${open}?from=all`);
    expect(lot.text).toContain("$25.00");
    expect(lot.text).toContain('<progress data-live="bar" value="0" max="50"');
    expect(lot.text).toContain('rel="nofollow noopener noreferrer"');
    expect(lot.text).not.toContain("shop.example/x.png");
    expect(lot.text).toContain('content="Big A watch, &lt;script>');
    expect(lot.text).toContain(
      `<meta property="og:image" content="${rig.service.baseUrl}/og/competition/${open}.png"`,
    );
    expect(results.text).toContain("Entries are not closed yet");
  });

  it("describe a competition to machines, whatever its title is", async () => {
    const { text } = await embed(`/competition/${open}`);
    const [, json = ""] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text) ?? [];
    const data = JSON.parse(json);
    const url = `${rig.service.baseUrl}/embed/${slug}/competition/${open}`;
    expect(data).toMatchObject({
      "@type": "Event",
      url,
      startDate: expect.stringMatching(/^\d{4}-.*Z$/),
      eventStatus: "https://schema.org/EventScheduled",
      location: { "@type": "VirtualLocation", url },
      organizer: { "@type": "Organization", name: expect.any(String) },
      image: ["https://img.example/watch.jpg", `${rig.service.baseUrl}/og/competition/${open}.png`],
      offers: { price: "25.00", priceCurrency: "USD", availability: "https://schema.org/InStock", url },
    });
    expect(data.name).toContain("<script>alert(1)</script>");
    // What messengers show of a link, and of one to the result.
    for (const rest of ["", "/results"]) {
      const page = (await embed(`/competition/${open}${rest}?locale=pt`)).text;
      for (const name of ["title", "description", "url", "site_name", "image", "image:alt"])
        expect(page, name).toMatch(new RegExp(`<meta property="og:${name}" content="[^"]`));
      expect(page).toContain('<meta property="og:locale" content="pt_PT"');
      expect(page).toContain('<meta name="twitter:card" content="summary_large_image"');
    }
  });

  it("say what became of a competition: drawn with its proof, committed, cancelled", async () => {
    const drawn = await rig.drawn(3, 1);
    const { winner, commitment } = await rig.document(drawn);
    const page = (await embed(`/competition/${drawn}/results`)).text;
    for (const shown of [winner!.blockHash, commitment!.ticketsRoot, String(winner!.winnerIndex)])
      expect(page).toContain(shown);
    expect(page).toMatch(/b\*\*\*@e\*\*\*\.com/);
    expect(page).not.toMatch(/buyer-[0-9a-f-]{36}/);
    expect(page).toContain(`/embed/${slug}/competition/${drawn}/draw.json`);
    const committed = await rig.committed(2);
    const { blockNumber, ticketsRoot } = (await rig.document(committed)).commitment!;
    // So many blocks that the chain has a pace.
    rig.service.clock.advance(200_000);
    const looked = async () => (await aSecondLater(() => embed(`/competition/${committed}/results`))).text;
    // The chain is asked beside, and no page waits for it.
    await expect.poll(looked).toMatch(/will be known at about <time/);
    for (const shown of [`block ${blockNumber}`, ticketsRoot]) expect(await looked()).toContain(shown);
    await rig.cancel(committed);
    const cancelled = await aSecondLater(() => embed(`/competition/${committed}/results`));
    expect(cancelled.text).toContain("This competition was cancelled");
    expect(cancelled.text).toContain('"eventStatus":"https://schema.org/EventCancelled"');
  });

  it("a winner who is not published is not shown", async () => {
    const drawn = await rig.drawn(2);
    await rig.rows("update winner set published_at = null where lot_id = $1", drawn);
    const page = (await embed(`/competition/${drawn}/results`)).text;
    expect(page).toContain("will be announced soon");
    expect(page).not.toContain("b***@");
  });

  it("are a page that says so where nothing is: another organisation's, a draft, no id, an unknown slug", async () => {
    const other = await Partner.add(rig.service);
    const foreign = (await other.lot()).id;
    const draft = (await rig.partner.lot({ status: "draft" })).id;
    const paths = [
      `/embed/nobody`,
      `/embed/${slug}/competition/${foreign}`,
      `/embed/${slug}/competition/${draft}`,
    ];
    const mistyped = [`/embed/${slug}/competition/x`, "/embed/Nobody", "/embed/nobody.example/competition/1"];
    for (const path of [...paths, ...mistyped, `/embed/nobody/competition/1/results`]) {
      const page = await get(path, { "Accept-Language": "de-AT" });
      expect([page.status, page.headers.get("Content-Type")], path).toEqual([
        404,
        "text/html; charset=utf-8",
      ]);
      expect(page.text).toContain("Nicht verfügbar");
      const isKnown = path.startsWith(`/embed/${slug}/`);
      expect(page.text, path).toContain(isKnown ? `href="/embed/${slug}"` : "Prüfen Sie den Link");
      expect(page.headers.get("Content-Security-Policy")).not.toContain("frame-ancestors");
    }
  });

  it("are served by an organisation's host for that organisation alone, and its address leads there", async () => {
    const at = (host: string) => ({ "X-Forwarded-Host": host });
    expect((await embed("", at(`${slug}.raffles.example`))).status).toBe(200);
    expect((await embed("", at("other.raffles.example"))).status).toBe(404);
    expect((await embed("/live.json", at("other.raffles.example"))).status).toBe(404);
    const home = await get("/", at(`${slug}.raffles.example`));
    expect([home.status, home.headers.get("Location")]).toEqual([302, `/embed/${slug}`]);
  });
});

describe("in 13 languages", () => {
  it.each(LOCALES)(
    "%s: by the address, by the browser, without a key or an English word left",
    async (locale) => {
      const asked = await embed(`/competition/${open}?locale=${locale}`);
      const liked = await embed(`/competition/${open}`, { "Accept-Language": `xx, ${locale};q=0.9` });
      expect(asked.text).toContain(`<html lang="${locale}" dir="${locale === "ar" ? "rtl" : "ltr"}"`);
      expect(liked.headers.get("Content-Language")).toBe(locale);
      expect(asked.text).not.toMatch(/(state|text|results|trouble|unavailable)\.[a-z]+[<"]|\{[a-z]+\}/);
      if (locale !== "en") expect(asked.text).not.toMatch(/per ticket|tickets (left|sold)|Entries/);
    },
  );

  it("else in the organisation's own, which nonsense does not change", async () => {
    const { json } = await rig.operator("PATCH", "", { locale: "fr" });
    expect(json.data.locale).toBe("fr");
    const page = await aSecondLater(() =>
      embed("?locale=%3Cb%3E&scheme=pink&from=x", { "Accept-Language": "fi" }),
    );
    expect(page.text).toContain('<html lang="fr" dir="ltr">');
    await rig.operator("PATCH", "", { locale: "en" });
  });
});

describe("what an organisation sets", () => {
  it("a theme is checked, shown, and has an address of its own; a page of before gets the new one", async () => {
    const refused = await rig.operator("PATCH", "", { theme: { accent: "red", radius: "99px", fonts: 1 } });
    expect(refused.json.issues.map(({ path }: { path: string }) => path).toSorted()).toEqual([
      "theme.accent",
      "theme.fonts",
      "theme.radius",
    ]);
    const before = themeOf((await embed()).text);
    const { json } = await rig.operator("PATCH", "", { theme: { accent: "#FFF3B0", font: "serif" } });
    expect(json.data.theme).toEqual({
      accent: "#FFF3B0",
      background: null,
      backgroundDark: null,
      radius: null,
      font: "serif",
      logoUrl: null,
    });
    const after = await aSecondLater(async () => themeOf((await embed()).text));
    expect(after).not.toBe(before);
    const [old, current] = [await aSecondLater(() => get(before)), await aSecondLater(() => get(after))];
    expect([old.text, old.headers.get("Cache-Control")]).toEqual([current.text, "public, max-age=5"]);
    expect(current.headers.get("Cache-Control")).toContain("immutable");
    expect(current.text).toContain("--accent:#FFF3B0");
  });

  it("only the origins that it names may frame its pages", async () => {
    const refused = await rig.operator("PATCH", "", {
      embedOrigins: ["shop.example", "https://a.example/x", "*"],
    });
    expect(refused.status).toBe(400);
    const body = { embedOrigins: ["https://Shop.Example:443/", "http://127.0.0.1:8080"] };
    const { json } = await rig.operator("PATCH", "", body);
    expect(json.data.embedOrigins).toEqual(["https://shop.example", "http://127.0.0.1:8080"]);
    const policy = await aSecondLater(async () => (await embed()).headers.get("Content-Security-Policy"));
    expect(policy).toContain("frame-ancestors https://shop.example http://127.0.0.1:8080;");
    await rig.operator("PATCH", "", { embedOrigins: [] });
  });
});

function themeOf(text: string): string {
  return new URL(/href="([^"]*\/theme\/[^"]*)"/.exec(text)![1]!).pathname;
}

function styleOf(text: string): string {
  return new URL(/href="([^"]*\/assets\/[^"]*\.css)"/.exec(text)![1]!).pathname;
}

describe("how lots stand", () => {
  it("is one answer until something is sold, and shows a sale", async () => {
    for (let others = 0; others < 8; others += 1) await rig.partner.lot();
    const first = await aSecondLater(() => embed("/live.json"));
    expect(first.headers.get("Content-Encoding")).toBe("gzip");
    expect(first.json.lots).toContainEqual({
      id: open,
      state: "open",
      sold: 0,
      max: 50,
      available: 50,
      endAt: expect.any(String),
    });
    const tag = { "If-None-Match": first.headers.get("ETag")! };
    const known = await aSecondLater(() => embed("/live.json", tag));
    // Nothing is compressed for it, since it has nothing.
    expect([known.status, known.headers.get("Content-Encoding")]).toEqual([304, null]);
    await rig.sell(open, 2);
    const sold = await aSecondLater(() => embed("/live.json", tag));
    const stands = sold.json.lots.find(({ id }: { id: number }) => id === open);
    expect(stands).toMatchObject({ sold: 2, available: 48 });
    expect(sold.headers.get("Access-Control-Allow-Origin")).toBe("*");
  });

  it("costs the database one read a second, however many look", async () => {
    const { clock, database } = rig.service;
    for (let second = 0; second < 3; second += 1) {
      clock.advance(1_100);
      const [before, beganAt] = [database.roundTrips, performance.now()];
      await Promise.all(Array.from({ length: 100 }, () => embed("/live.json")));
      const seconds = (performance.now() - beganAt) / 1_000;
      expect(database.roundTrips - before).toBeLessThanOrEqual(1 + Math.ceil(seconds));
    }
  });

  it("asking for organisations that nobody knows ends at the client's budget, looking at one that is there does not", async () => {
    const stranger = { "X-Forwarded-For": "203.0.113.7" };
    const guess = (rest: string) => get(`/embed/guess-${crypto.randomUUID()}${rest}`, stranger);
    await embed();
    const answers = await Promise.all(Array.from({ length: 150 }, () => guess("/live.json")));
    answers.push(...(await Promise.all(Array.from({ length: 20 }, () => guess("")))));
    expect([...new Set(answers.map(({ status }) => status))].toSorted()).toEqual([404, 429]);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.map(({ headers }) => Number(headers.get("Retry-After")) > 0)).not.toContain(false);
    expect(refused.at(-1)!.text).toContain("One moment, please");
    expect((await embed("", stranger)).status).toBe(200);
  });
});

it("each answer to browsers has exactly the policy of its kind", async () => {
  rig.service.clock.advance(1_500);
  const base = rig.service.baseUrl;
  const page = (await embed()).text;
  const style = styleOf(page);
  const frame = contentPolicy("frame", base);
  const file = "default-src 'none'; frame-ancestors 'none'";
  const kinds: Readonly<Record<string, readonly (string | null)[]>> = {
    "": [frame, "cross-origin", "unsafe-none", "strict-origin", null, null],
    [`/competition/${open}`]: [frame, "cross-origin", "unsafe-none", "strict-origin", null, null],
    [`/competition/${open}/results`]: [frame, "cross-origin", "unsafe-none", "strict-origin", null, null],
    ...Object.fromEntries(
      ["start", "draw"].map((event) => [
        `/competition/${open}/${event}.ics`,
        [file, "cross-origin", "same-origin", "no-referrer", "SAMEORIGIN", "*"],
      ]),
    ),
    "/live.json": [file, "cross-origin", "same-origin", "no-referrer", "SAMEORIGIN", "*"],
  };
  const others: Readonly<Record<string, readonly (string | null)[]>> = {
    "/": [contentPolicy("page", base), "same-origin", "same-origin", "strict-origin", "SAMEORIGIN", null],
    ...Object.fromEntries(
      ["/widget.js", "/embed.js", "/embed.esm.js", "/embed.json", "/embed.esm.d.ts", "/embed.d.ts"].map(
        (path) => [path, [file, "cross-origin", "same-origin", "no-referrer", "SAMEORIGIN", "*"]],
      ),
    ),
    [style]: [file, "cross-origin", "same-origin", "no-referrer", "SAMEORIGIN", "*"],
    [themeOf(page)]: [file, "cross-origin", "same-origin", "no-referrer", "SAMEORIGIN", null],
  };
  const all = [
    ...Object.entries(kinds).map(([rest, policy]) => [`/embed/${slug}${rest}`, policy] as const),
    ...Object.entries(others),
  ];
  const NAMES = [
    "Content-Security-Policy",
    "Cross-Origin-Resource-Policy",
    "Cross-Origin-Opener-Policy",
    "Referrer-Policy",
    "X-Frame-Options",
    "Access-Control-Allow-Origin",
  ];
  for (const [path, policy] of all) {
    const { status, headers } = await get(path);
    expect(status, path).toBe(200);
    expect(
      NAMES.map((name) => headers.get(name)),
      path,
    ).toEqual(policy);
    expect(headers.getSetCookie()).toEqual([]);
  }
  expect(frame).toBe(
    `default-src 'none'; script-src ${base}/assets/; style-src ${base}/assets/ ${base}/theme/; img-src 'self' https: data:; connect-src 'self'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'`,
  );
  expect(partnerPolicy(base)).toBe(`script-src ${base}; frame-src ${base}`);
  const guide = await readFile(new URL("../../docs/widget.md", import.meta.url), "utf8");
  expect(guide).toContain(`\n${partnerPolicy("https://raffles.example")}\n`);
  // The operator's interface and the partner API keep their own.
  const api = await rig.service.call("GET", "/admin/api/v1/organisations", { key: ADMIN_TOKEN });
  expect(api.headers.get("Cross-Origin-Resource-Policy")).toBe("same-origin");
});

it("polls and files are told at the level of debugging", async () => {
  const before = rig.service.logLines.length;
  await embed("/live.json");
  await embed();
  const told = rig.service.logLines.slice(before).map((line) => JSON.parse(line));
  const levels = told
    .filter(({ msg }) => msg === "request answered")
    .map(({ req, level }) => [req.path, level]);
  expect(levels).toEqual([
    [`/embed/${slug}/live.json`, "debug"],
    [`/embed/${slug}`, "info"],
  ]);
});

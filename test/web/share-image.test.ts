import { readFile } from "node:fs/promises";
import { type RequestListener } from "node:http";
import { Renderer } from "@takumi-rs/core";
import { imageSize } from "image-size";
import { beforeAll, describe, expect, it } from "vitest";
import { GuardedPictures } from "../../adapters/outbound/pictures.ts";
import { typesetting } from "../../adapters/share-images/fonts.ts";
import { TakumiPainter } from "../../adapters/share-images/takumi-painter.ts";
import type { ShareSubject } from "../../src/shop/share-subject.ts";
import { LotCatalogue } from "../../src/lots/lot-catalogue.ts";
import { FRAMES, shareImage, textsOf } from "../../web/share-image/share-image.ts";
import { DrawRig } from "../lot-draws/draw-rig.ts";
import { Partner } from "../support/builders/partner.ts";
import { opened } from "../support/opened.ts";
import { LocalServer } from "../support/receivers/local-server.ts";

const SUBJECT: ShareSubject = {
  organisationName: "Acme",
  mode: "live",
  locale: "en",
  accent: null,
  title: "A watch",
  price: { amount: 500, currency: "USD", exponent: 2 },
  state: "open",
  winner: null,
};

let requests = 0;
const picture: Record<"png" | "jpeg" | "webp", Uint8Array> = {} as never;

const rig = opened(() => DrawRig.open({ environment: { BASE_DOMAIN: "raffles.example", TRUST_PROXY: "1" } }));
const server = opened(() => LocalServer.listen(answerPicture));
beforeAll(async () => {
  const red = { type: "container", style: { width: 60, height: 60, backgroundColor: "#cc0000" } } as const;
  for (const format of ["png", "jpeg", "webp"] as const)
    picture[format] = await new Renderer().render(
      { ...red, children: [] },
      { width: 60, height: 60, format },
    );
});

/** The header of a PNG that says it has so many pixels. */
function bomb(): Uint8Array {
  const header = Buffer.from(picture.png);
  header.writeUInt32BE(16_000, 16);
  header.writeUInt32BE(16_000, 20);
  return header;
}

const answerPicture: RequestListener = (request, response) => {
  requests += 1;
  const name = request.url!.slice(1);
  const bodies: Readonly<Record<string, () => Uint8Array | string>> = {
    ...Object.fromEntries(Object.entries(picture).map(([format, bytes]) => [format, () => bytes])),
    svg: () => '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"></svg>',
    html: () => "<!doctype html><title>Not found</title>",
    large: () => Buffer.concat([picture.png, Buffer.alloc(5_000_000)]),
    bomb,
    truncated: () => picture.png.subarray(0, 60),
  };
  if (name === "silent") return;
  if (name === "elsewhere") response.writeHead(302, { Location: "/png" }).end();
  else if (name === "missing") response.writeHead(404).end(picture.png);
  else response.writeHead(200, { "Content-Type": "image/png" }).end(bodies[name]!());
};

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${rig.service.baseUrl}/og/competition/${path}`, { headers });

async function bytesOf(path: string) {
  const answer = await get(path);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  return { answer, bytes, tag: answer.headers.get("ETag")! };
}

describe("the share image", () => {
  it("is a PNG of 1200 by 630 that anybody may show, and is not sent again while it is the same", async () => {
    const lot = await rig.partner.lot({ title: `<script>"'\u202e ${"🎟️".repeat(200)}`.slice(0, 200) });
    const { answer, bytes, tag } = await bytesOf(`${lot.id}.png`);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "image/png",
      "cache-control": "public, max-age=300",
      "cross-origin-resource-policy": "cross-origin",
    });
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(imageSize(bytes)).toMatchObject({ type: "png", width: 1200, height: 630 });
    expect(bytes.byteLength).toBeLessThan(300_000);
    const again = await get(`${lot.id}.png`, { "If-None-Match": tag });
    expect([again.status, (await again.arrayBuffer()).byteLength]).toEqual([304, 0]);

    await rig.service.wiring
      .get(LotCatalogue)
      .change(rig.partner.organisation.id, lot.id, { title: "Another watch" });
    rig.service.clock.advance(1_500);
    expect((await bytesOf(`${lot.id}.png`)).tag).not.toBe(tag);
  });

  it("is there for no draft, no other organisation's host, and nothing unknown", async () => {
    const draft = await rig.partner.lot({ status: "draft" });
    const lot = await rig.partner.lot();
    const other = await Partner.add(rig.service);
    const at = (slug: string) => ({ "X-Forwarded-Host": `${slug}.raffles.example` });
    for (const path of [
      `${draft.id}.png`,
      "999999999.png",
      "0.png",
      "x.png",
      `${lot.id}.jpg`,
      `0${lot.id}.png`,
    ])
      expect((await get(path)).status, path).toBe(404);
    expect((await get(`${lot.id}.png`, at(other.organisation.slug))).status).toBe(404);
    expect((await get(`${lot.id}.png`, at(rig.partner.organisation.slug))).status).toBe(200);
  });

  it("has a budget for each client address of its own, beside which frames are shown", async () => {
    const visitor = { "X-Forwarded-For": "203.0.113.9" };
    const { slug } = (await Partner.add(rig.service)).organisation;
    const answers = await Promise.all(Array.from({ length: 250 }, () => get("999999999.png", visitor)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404, 429]));
    const frame = await fetch(`${rig.service.baseUrl}/embed/${slug}`, { headers: visitor });
    expect(frame.status).toBe(200);
  });

  it("has the competition's picture, and does without one that is not fit", async () => {
    const tagOf = async (name: string | null) => {
      const imageUrl = name === null ? undefined : `${server.origin}/${name}`;
      const lot = await rig.partner.lot({
        title: "A watch",
        priceCents: 500,
        imageUrl,
      });
      return (await bytesOf(`${lot.id}.png`)).tag;
    };
    const without = await tagOf(null);
    for (const format of ["png", "jpeg", "webp"]) expect(await tagOf(format), format).not.toBe(without);
    for (const name of ["svg", "html", "large", "bomb", "truncated", "missing", "elsewhere"])
      expect(await tagOf(name), name).toBe(without);
  });
});

describe("a picture", () => {
  const open = { open: false };

  it("is fetched within a time, and from public addresses alone, whatever name they have", async () => {
    const loopback = new GuardedPictures({ allowLoopback: true }, open, 200);
    expect(await loopback.fetch(`${server.origin}/silent`)).toBeNull();
    expect(await loopback.fetch(`${server.origin}/png`)).toHaveLength(picture.png.length);
    const before = requests;
    const strict = new GuardedPictures({ allowLoopback: false, resolve: async () => ["10.0.0.1"] }, open);
    for (const url of [
      `${server.origin}/png`,
      "https://img.example/a.png",
      "https://169.254.169.254/",
      "data:,",
    ])
      expect(await strict.fetch(url), url).toBeNull();
    expect(requests).toBe(before);
    const inside = new GuardedPictures({ allowLoopback: true }, { open: true });
    await expect(inside.fetch(`${server.origin}/png`)).rejects.toThrow("unit of work");
  });
});

describe("what is painted", () => {
  const drawn = (subject: Partial<ShareSubject>, has: (character: string) => boolean = () => true) =>
    JSON.stringify(
      shareImage({ ...SUBJECT, ...subject }, textsOf({ ...SUBJECT, ...subject }), {
        spelled: (text) => [...text].filter((each) => has(each) || /[\u200c\u200d]/.test(each)).join(""),
        frame: FRAMES[0],
      }),
    );

  it("says title, price and state, and the masked winner in the place of the price", () => {
    for (const text of ["A watch", "$5.00", "per ticket", "Open", "Acme"]) expect(drawn({})).toContain(text);
    const over = drawn({ state: "drawn", winner: "j***@e***.com" });
    for (const text of ["Drawn", "Winner", "j***@e***.com"]) expect(over).toContain(text);
    expect(over).not.toContain("$5.00");
    expect(drawn({ locale: "ar" })).toContain('"direction":"rtl"');
    const hostile = drawn({ title: `<script>"'\u202e\u2066${"🎟️".repeat(99)}` });
    expect(hostile).toContain(String.raw`<script>\"'`);
    expect(hostile).not.toMatch(/[\u202e\u2066]/);
    expect(drawn({ title: "a\u202eb\n😀" }, (character) => character < "\u2000")).toContain('"a b"');
    // What joins letters, or keeps them apart, stays; between emoji it goes with them.
    expect(drawn({ title: "می\u200cخواهم" })).toContain('"می\u200cخواهم"');
    expect(drawn({ title: "So\u00adfa 👨\u200d👩" }, (character) => character < "\u2000")).toContain(
      '"Sofa"',
    );
  });

  it("has a letter for each character of Latin, Arabic, Thai, Japanese and Korean titles, in few files", async () => {
    const painter = new TakumiPainter();
    const titles = ["Größe", "ساعة", "นาฬิกา", "時計とカメラ", "시계", "שעון", "Часы", "手表"];
    const images = await Promise.all(titles.map((title) => painter.paint({ ...SUBJECT, title }, null)));
    // None is as empty as another.
    expect(new Set(images.map(({ tag }) => tag)).size).toBe(titles.length);
    for (const title of titles) {
      const { spelled, subsets } = await typesetting(title, "en");
      expect(spelled(title), title).toBe(title);
      expect(subsets.length).toBeLessThan(7);
    }
    expect((await typesetting("時", "ja")).subsets[0]!.family).toBe("Noto Sans JP");
    expect((await typesetting("時", "en")).subsets[0]!.family).toBe("Noto Sans SC");
    expect((await typesetting("a😀", "en")).spelled("😀")).toBe("");
    // Of emoji only those that fonts have as letters.
    const plain = "Win 1 ♥ © ★ now";
    const emoji = "✨ Win 1️⃣ ❤️ ⌚ ♥️ © ✔️ 🇩🇪 ★ ⚡ ✈️ now 👨‍👩‍👧";
    const [one, other] = await Promise.all(
      [plain, emoji].map((title) => painter.paint({ ...SUBJECT, title }, null)),
    );
    expect(other!.tag).toBe(one!.tag);
  });

  it("draws what no font has in its compatible form, or not at all", async () => {
    const painter = new TakumiPainter();
    const tagOf = async (title: string) => (await painter.paint({ ...SUBJECT, title }, null)).tag;
    const same = {
      "H₂O and CO₂": "H2O and CO2",
      "⅓ off": "1⁄3 off",
      "➤ Win ♔ ♕ ✔ now": "Win now",
      // A mark that the font of its letter lacks.
      "m\u0303 x\u0304 た\u3099": "m x\u0304 だ",
      "ৰৱ Tamil தமிழ் Georgian ქართული": "Tamil Georgian",
    };
    for (const [title, meaning] of Object.entries(same))
      expect(await tagOf(title), title).toBe(await tagOf(meaning));
  });

  it("puts letters together that were written in parts, in every script that has such", async () => {
    const painter = new TakumiPainter();
    const tagOf = async (title: string) => (await painter.paint({ ...SUBJECT, title }, null)).tag;
    const titles = {
      Latin: "Größe Żółć İğne Æøå Ñandú Čeština",
      Vietnamese: "Đồng hồ lặn đẹp nhất",
      Greek: "Ρολόι κατάδυσης ᾧ ῥᾴδιον",
      Cyrillic: "Ёлка й їжак ґанок Ўзбек ќ",
      Korean: "다이버 시계 값을 읽다",
      Japanese: "ダイバーズウォッチ がぎぐげご パピプペポ",
      Arabic: "آخر ساعة أصلية مؤكدة ئ",
      Hebrew: "שָׁעוֹן בְּרֵאשִׁית",
      Hindi: "क़लम ज़रूर फ़िल्म ड़ ढ़",
      Chinese: "潛水錶 手表",
    };
    for (const [script, title] of Object.entries(titles)) {
      const [composed, decomposed] = [title.normalize("NFC"), title.normalize("NFD")];
      expect(await tagOf(decomposed), script).toBe(await tagOf(composed));
      expect((await typesetting(composed, "en")).spelled(composed), script).toBe(composed);
    }
  });

  it("trusts the font files: no character that it keeps is drawn as the box of a font that lacks it", async () => {
    const renderer = new Renderer();
    const registered = new Set<string>();
    const imageOf = async (text: string, fontFamilies: readonly string[]) => {
      const node = { type: "text", text, style: { fontSize: 40 } } as const;
      const png = await renderer.render(node, {
        width: 80,
        height: 80,
        format: "png",
        fontFamilies: [...fontFamilies],
      });
      return Buffer.from(png).toString("base64");
    };
    const drawable: [character: string, families: readonly string[]][] = [];
    const blocks = [
      0x21, 0x180, 0x300, 0x490, 0x590, 0x600, 0x900, 0xe01, 0x1100, 0x1d00, 0x1f00, 0x2000, 0x2070, 0x2150,
    ];
    const symbols = [
      0x2190, 0x2460, 0x2600, 0x2700, 0x3040, 0x3131, 0x4e00, 0xac00, 0xf900, 0xfb1d, 0xfe70, 0xff01, 0x1f300,
    ];
    for (const block of [...blocks, ...symbols]) {
      const text = Array.from({ length: 48 }, (_, at) => String.fromCodePoint(block + at)).join("");
      const { spelled, subsets, families } = await typesetting(text, "en");
      for (const { family: name, file, ranges: unicodeRange } of subsets) {
        if (registered.has(file)) continue;
        registered.add(file);
        await renderer.registerFont({ name, data: await readFile(file), unicodeRange });
      }
      for (const character of text)
        if (spelled(character) === character && /[\p{L}\p{N}\p{S}\p{P}]/u.test(character))
          drawable.push([character, families]);
    }
    expect(drawable.length).toBeGreaterThan(600);
    const boxes = new Set<string>();
    for (const families of new Set(drawable.map(([, families]) => families)))
      for (const family of families) boxes.add(await imageOf("\uf8ff", [family]));
    const boxed: string[] = [];
    for (const [character, families] of drawable)
      if (boxes.has(await imageOf(character, families))) boxed.push(character);
    expect(boxed).toEqual([]);
  });

  it("takes no more memory the more images were painted", async () => {
    const painter = new TakumiPainter();
    const paint = async (from: number) => {
      for (let n = from; n < from + 25; n += 1)
        await painter.paint({ ...SUBJECT, title: `Watch ${n}` }, picture.png);
    };
    await paint(0);
    const before = process.memoryUsage().rss;
    await paint(100);
    // Twenty-five images that were kept, undecoded or not, would be 75 MB.
    expect(process.memoryUsage().rss - before).toBeLessThan(50_000_000);
  });
});

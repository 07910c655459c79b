import { beforeAll, describe, expect, it } from "vitest";
import { Partner } from "../../support/builders/partner.ts";
import { sharedService } from "../../support/service/service.ts";
import { dataOf, pagesOf, wrongFields } from "../support/reading.ts";
import { prepared } from "../../support/opened.ts";

const service = prepared(sharedService);
const partner = prepared(() => Partner.add(service));

const NAMED = { retailValueUSDCents: 1_250_000, name: "Diver" };
const url = (index: number) => `https://images.example/${index}.jpg`;

describe("POST /prizes", () => {
  it("answers 201 with the prize under data: every field as it was sent", async () => {
    const prize = {
      retailValueUSDCents: 1_250_000,
      category: "car",
      name: "Roadster",
      brand: "Example",
      model: "R1",
      referenceNumber: "R1-2020",
      condition: "excellent",
      description: "**Low** mileage",
      imageUrls: [url(1), url(2)],
    };
    const answer = await partner.post("/prizes", { ...prize, yearManufactured: 2020 });
    const { id, ...created } = dataOf(answer, 201);
    expect(id).toBeGreaterThan(0);
    expect(created).toEqual({ ...prize, yearManufactured: 2020 });
  });

  it("takes category watch and condition new by default; what was left out is null, imageUrls empty", async () => {
    const { id: _, ...created } = dataOf(await partner.post("/prizes", NAMED), 201);
    expect(created).toEqual({
      category: "watch",
      name: "Diver",
      brand: null,
      model: null,
      referenceNumber: null,
      condition: "new",
      retailValueUSDCents: 1_250_000,
      description: null,
      imageUrls: [],
      yearManufactured: null,
    });
  });

  it("needs a name, or both brand and model", async () => {
    const value = { retailValueUSDCents: 1 };
    expect((await partner.post("/prizes", { ...value, brand: "A", model: "B" })).status).toBe(201);
    for (const half of [{}, { brand: "A" }, { model: "B" }, { referenceNumber: "C" }, { name: null }])
      expect(wrongFields(await partner.post("/prizes", { ...value, ...half }))).toEqual(["name"]);
  });

  it("tells in one answer that the value and the name are missing", async () => {
    const answer = await partner.post("/prizes", {});
    expect(wrongFields(answer)).toEqual(["retailValueUSDCents", "name"]);
    expect(answer.json.issues.map(({ code }: { code: string }) => code)).toEqual(["required", "required"]);
    expect(answer.json.issues[1].message).toBe("A prize must have a name, or both brand and model.");
  });

  it.each(["name", "brand", "model", "referenceNumber", "category"])(
    "refuses a %s of blanks",
    async (member) => {
      for (const blank of [" ", "\t\n", "\u00a0\u3000", "\u200b\u2060"]) {
        const answer = await partner.post("/prizes", { ...NAMED, [member]: blank });
        expect(wrongFields(answer)).toEqual([member]);
        expect(answer.json.issues[0].message).toBe("must not be blank");
      }
    },
  );

  it.each(["name", "brand", "model", "referenceNumber", "category"])(
    "refuses a %s of two lines",
    async (member) => {
      for (const wrong of ["a\nb", "a\u2066b"])
        expect(wrongFields(await partner.post("/prizes", { ...NAMED, [member]: wrong }))).toEqual([member]);
      const flag = "🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}";
      expect(dataOf(await partner.post("/prizes", { ...NAMED, [member]: flag }), 201)[member]).toBe(flag);
    },
  );

  it("takes null for what may be left out", async () => {
    const optional = ["category", "brand", "model", "referenceNumber", "condition", "yearManufactured"];
    const nulls = Object.fromEntries([...optional, "description", "imageUrls"].map((name) => [name, null]));
    expect(dataOf(await partner.post("/prizes", { ...NAMED, ...nulls }), 201)).toMatchObject({
      category: "watch",
      condition: "new",
      imageUrls: [],
    });
  });

  it("needs retailValueUSDCents, an integer of cents", async () => {
    expect(wrongFields(await partner.post("/prizes", { name: "Diver" }))).toEqual(["retailValueUSDCents"]);
    for (const retailValueUSDCents of [-1, 1.5, "100", null, 2 ** 53])
      expect(wrongFields(await partner.post("/prizes", { ...NAMED, retailValueUSDCents }))).toEqual([
        "retailValueUSDCents",
      ]);
    for (const retailValueUSDCents of [0, Number.MAX_SAFE_INTEGER]) {
      const created = dataOf(await partner.post("/prizes", { ...NAMED, retailValueUSDCents }), 201);
      expect(created.retailValueUSDCents).toBe(retailValueUSDCents);
    }
  });

  it.each(["new", "unworn", "excellent", "good"])("takes the condition %s", async (condition) => {
    expect(dataOf(await partner.post("/prizes", { ...NAMED, condition }), 201).condition).toBe(condition);
  });

  it("takes at most 12 imageUrls, each an https address", async () => {
    const images = (count: number) => ({
      ...NAMED,
      imageUrls: Array.from({ length: count }, (_, i) => url(i)),
    });
    expect(dataOf(await partner.post("/prizes", images(12)), 201).imageUrls).toHaveLength(12);
    expect(wrongFields(await partner.post("/prizes", images(13)))).toEqual(["imageUrls"]);
    for (const bad of [
      "http://images.example/1.jpg",
      "no address",
      "/relative.jpg",
      "javascript:alert(1)",
      "data:image/png;base64,AA",
      "https://images.example/a b.jpg",
    ])
      expect(wrongFields(await partner.post("/prizes", { ...NAMED, imageUrls: [url(1), bad] }))).toEqual([
        "imageUrls.1",
      ]);
  });

  it("answers 400 for an invalid body, with every issue listed: path, code, message", async () => {
    const answer = await partner.post("/prizes", {
      retailValueUSDCents: "1",
      condition: "old",
      name: "",
      year: 1,
    });
    expect(wrongFields(answer).sort()).toEqual(["condition", "name", "retailValueUSDCents", "year"]);
    for (const issue of answer.json.issues)
      expect(issue).toEqual({
        path: expect.any(String),
        code: expect.stringMatching(/^[a-z_]+$/),
        message: expect.any(String),
      });
    expect(answer.json.issues.find(({ path }: { path: string }) => path === "year").code).toBe(
      "unknown_field",
    );
    expect(answer.json.message).toContain(answer.json.issues[0].message);
  });
});

describe("GET /prizes", () => {
  let newestFirst: number[];
  const seller = prepared(() => Partner.add(service));
  beforeAll(async () => {
    const added: number[] = [seller.prizeId];
    for (let i = 0; i < 4; i++) added.push(dataOf(await seller.post("/prizes", NAMED), 201).id);
    newestFirst = added.toReversed();
  });

  it("without parameters is the complete list, newest first, and names no next page", async () => {
    const answer = await seller.get("/prizes");
    expect(dataOf(answer).map(({ id }: { id: number }) => id)).toEqual(newestFirst);
    expect(answer.headers.get("Link")).toBeNull();
  });

  it("is paged by limit and after; Link names the next page until the last", async () => {
    expect(await pagesOf(seller, "/prizes?limit=2")).toEqual([
      newestFirst.slice(0, 2),
      newestFirst.slice(2, 4),
      newestFirst.slice(4),
    ]);
    expect(await pagesOf(seller, "/prizes?limit=5")).toEqual([newestFirst]);
    expect(await pagesOf(seller, `/prizes?after=${newestFirst[1]}`)).toEqual([newestFirst.slice(2)]);
  });

  it("what is added meanwhile shifts no later page", async () => {
    await seller.post("/prizes", NAMED);
    const page = dataOf(await seller.get(`/prizes?limit=2&after=${newestFirst[1]}`));
    expect(page.map(({ id }: { id: number }) => id)).toEqual(newestFirst.slice(2, 4));
  });

  it.each([
    ["limit=0", "limit"],
    ["limit=101", "limit"],
    ["limit=1.5", "limit"],
    ["limit=", "limit"],
    ["limit=1&limit=2", "limit"],
    ["after=0", "after"],
    ["after=x", "after"],
    ["page=2", "page"],
  ])("refuses ?%s, naming it", async (query, field) => {
    expect(wrongFields(await seller.get(`/prizes?${query}`))).toEqual([field]);
  });

  it("with long texts ends a page at 2 MB, whatever the limit, and visits each prize once", async () => {
    const owner = await Partner.add(service);
    await service.sql(
      `insert into prize (organisation_id, category, name, condition, retail_value_cents, description, image_urls, created_at)
       select $1, 'watch', 'Long', 'new', 1, repeat('\u{1F600}', 20000), '{}', now() from generate_series(1, 60)`,
      owner.organisation.id,
    );
    for (const query of ["", "?limit=100"]) {
      const { text } = await owner.get(`/prizes${query}`);
      expect(Buffer.byteLength(text)).toBeLessThan(2_100_000);
      const pages = await pagesOf(owner, `/prizes${query}`);
      expect(pages.length).toBeGreaterThan(1);
      expect(new Set(pages.flat()).size).toBe(61);
    }
  });

  it("behind the last element is empty", async () => {
    expect(dataOf(await seller.get("/prizes?after=1&limit=100"))).toEqual([]);
  });
});

import { Client } from "pg";
import { beforeAll, describe, expect, it } from "vitest";
import { ask } from "../../support/builders/books.ts";
import { Partner } from "../../support/builders/partner.ts";
import { type Answer, sharedService } from "../../support/service/service.ts";
import { competitionOf } from "../support/world.ts";
import { dataOf, refusalOf, wrongFields } from "../support/reading.ts";
import { prepared } from "../../support/opened.ts";

let partner: Partner;
let other: Partner;
const service = prepared(sharedService);
beforeAll(async () => {
  [partner, other] = [await Partner.add(service), await Partner.add(service)];
});

const WAITING =
  "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
const FULL = {
  retailValueUSDCents: 500,
  category: "car",
  name: "Roadster",
  brand: "Example",
  model: "R1",
  referenceNumber: "R1-2020",
  condition: "good",
  yearManufactured: 2020,
  description: "Red",
  imageUrls: ["https://images.example/1.jpg"],
};
const add = async (seller: Partner = partner): Promise<number> =>
  dataOf(await seller.post("/prizes", FULL), 201).id;
const remove = (id: number, seller: Partner = partner): Promise<Answer> =>
  service.call("DELETE", `/api/v1/prizes/${id}`, { key: seller.key });
const offer = (prizeId: number) => partner.post("/competitions", competitionOf(prizeId, "Win"));
const activate = (id: number) => partner.patch(`/competitions/${id}`, { status: "active" });

describe("GET /prizes/{id}", () => {
  it("shows the prize as it was created, as the list does", async () => {
    const id = await add();
    const shown = dataOf(await partner.get(`/prizes/${id}`));
    expect(shown).toEqual({ id, ...FULL });
    expect(dataOf(await partner.get("/prizes?limit=1"))).toEqual([shown]);
  });

  it.each(["999999999", "0", "x"])("answers 404 not_found for %s", async (id) => {
    expect(refusalOf(await partner.get(`/prizes/${id}`))).toEqual([404, "not_found"]);
  });
});

describe("PATCH /prizes/{id}", () => {
  it("changes what is given, alone or together; the rest, and what is null and cannot be absent, stays", async () => {
    const id = await add();
    const lasting = ["category", "condition", "retailValueUSDCents", "imageUrls"];
    const nulls = Object.fromEntries(lasting.map((name) => [name, null]));
    expect(dataOf(await partner.patch(`/prizes/${id}`, nulls))).toEqual({ id, ...FULL });
    const changes = { name: "Coupé", retailValueUSDCents: 0, yearManufactured: 1999, imageUrls: [] };
    const changed = dataOf(await partner.patch(`/prizes/${id}`, changes));
    expect(changed).toEqual({ id, ...FULL, ...changes });
    expect(dataOf(await partner.patch(`/prizes/${id}`, { condition: "new" })).condition).toBe("new");
    expect(dataOf(await partner.get(`/prizes/${id}`))).toEqual({ ...changed, condition: "new" });
  });

  it.each(["", null])("takes away what is %j, as far as the prize keeps a name", async (nothing) => {
    const id = await add();
    const empty = (...names: string[]) => Object.fromEntries(names.map((name) => [name, nothing]));
    const optional = ["brand", "model", "referenceNumber", "yearManufactured", "description"];
    for (const change of [empty("name", "brand"), { name: " " }])
      expect(wrongFields(await partner.patch(`/prizes/${id}`, change))).toEqual(["name"]);
    for (const name of ["category", "condition", "retailValueUSDCents"])
      expect(wrongFields(await partner.patch(`/prizes/${id}`, { [name]: "" }))).toEqual([name]);
    expect(dataOf(await partner.patch(`/prizes/${id}`, empty("name"))).name).toBeNull();
    expect(dataOf(await partner.patch(`/prizes/${id}`, { ...empty(...optional), name: "Roadster" }))).toEqual(
      {
        ...FULL,
        id,
        ...Object.fromEntries(optional.map((name) => [name, null])),
      },
    );
    expect(dataOf(await partner.post("/prizes", { ...FULL, description: "" }), 201).description).toBeNull();
  });

  it("has the rules of creation", async () => {
    const id = await add();
    for (const [name, value] of [
      ["name", " "],
      ["retailValueUSDCents", -1],
      ["imageUrls", Array(13).fill("https://images.example/1.jpg")],
      ["id", 1],
    ] as const)
      expect(wrongFields(await partner.patch(`/prizes/${id}`, { [name]: value }))).toEqual([name]);
  });

  it("is allowed while only drafts have the prize, and 409 prize_in_use once one was opened, for good", async () => {
    const prizeId = await add();
    const { id } = dataOf(await offer(prizeId), 201);
    const change = (description: string) => partner.patch(`/prizes/${prizeId}`, { description });
    expect(dataOf(await change("Blue")).description).toBe("Blue");
    dataOf(await activate(id));
    expect(refusalOf(await change("Green"))).toEqual([409, "prize_in_use"]);
    await partner.post(`/competitions/${id}/cancel`);
    expect(refusalOf(await change("Green"))).toEqual([409, "prize_in_use"]);
    expect(dataOf(await partner.get(`/prizes/${prizeId}`)).description).toBe("Blue");
  });

  it("answers 404 for another organisation's", async () => {
    const id = await add(other);
    expect(refusalOf(await partner.patch(`/prizes/${id}`, { name: "Mine" }))).toEqual([404, "not_found"]);
  });

  it("at once with opening: what buyers see is not changed after a refusal, and never half", async () => {
    for (let round = 0; round < 10; round++) {
      const prizeId = await add();
      const { id } = dataOf(await offer(prizeId), 201);
      const [opened, changed] = await Promise.all([
        activate(id),
        partner.patch(`/prizes/${prizeId}`, { name: "Changed", retailValueUSDCents: 1 }),
      ]);
      dataOf(opened);
      const done = changed.status === 200;
      if (!done) expect(refusalOf(changed)).toEqual([409, "prize_in_use"]);
      expect(dataOf(await partner.get(`/prizes/${prizeId}`))).toMatchObject(
        done ? { name: "Changed", retailValueUSDCents: 1 } : { name: "Roadster", retailValueUSDCents: 500 },
      );
    }
  });
});

describe("DELETE /prizes/{id}", () => {
  it("removes a prize that no competition has; a repeat is 404", async () => {
    const id = await add();
    expect(dataOf(await remove(id))).toEqual({ id, deleted: true });
    expect(refusalOf(await remove(id))).toEqual([404, "not_found"]);
    expect(refusalOf(await partner.get(`/prizes/${id}`))).toEqual([404, "not_found"]);
    expect(refusalOf(await offer(id))).toEqual([404, "not_found"]);
  });

  it("is 409 prize_in_use while a competition has it, also a draft or a cancelled one", async () => {
    const prizeId = await add();
    const { id } = dataOf(await offer(prizeId), 201);
    expect(refusalOf(await remove(prizeId))).toEqual([409, "prize_in_use"]);
    await partner.post(`/competitions/${id}/cancel`);
    expect(refusalOf(await remove(prizeId))).toEqual([409, "prize_in_use"]);
  });

  it("becomes possible when the only draft takes another prize", async () => {
    const [first, second] = [await add(), await add()];
    const { id } = dataOf(await offer(first), 201);
    dataOf(await partner.patch(`/competitions/${id}`, { prizeId: second }));
    expect(dataOf(await remove(first)).deleted).toBe(true);
    expect(refusalOf(await remove(second))).toEqual([409, "prize_in_use"]);
  });

  it("answers 404 for another organisation's, which stays", async () => {
    const id = await add(other);
    expect(refusalOf(await remove(id))).toEqual([404, "not_found"]);
    expect(dataOf(await other.get(`/prizes/${id}`)).id).toBe(id);
  });

  it("of ten at once, one removes", async () => {
    const id = await add();
    const answers = await Promise.all(Array.from({ length: 10 }, () => remove(id)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(404)]);
  });

  it("that another call is removing is 404 as soon as that has happened", async () => {
    const id = await add();
    const faster = new Client({ connectionString: service.databaseUrl });
    await faster.connect();
    try {
      await faster.query("begin");
      await faster.query("delete from prize where id = $1", [id]);
      const removed = remove(id);
      await expect.poll(() => ask(service.databaseUrl, WAITING)).toHaveLength(1);
      await faster.query("commit");
      expect(refusalOf(await removed)).toEqual([404, "not_found"]);
    } finally {
      await faster.end();
    }
  });

  it("at once with a competition that takes it: one of both is refused, by name", async () => {
    for (let round = 0; round < 12; round++) {
      const prizeId = await add();
      const taking =
        round % 2 === 0
          ? offer(prizeId)
          : partner.patch(`/competitions/${dataOf(await offer(await add()), 201).id}`, { prizeId });
      const [taken, removed] = await Promise.all([taking, remove(prizeId)]);
      const outcomes = [taken, removed].map(({ status, json }) => (status < 300 ? "done" : json.error));
      expect([
        ["done", "prize_in_use"],
        ["not_found", "done"],
      ]).toContainEqual(outcomes);
    }
  });
});

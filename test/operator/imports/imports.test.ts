import { describe, expect, it } from "vitest";
import { opened, prepared } from "../../support/opened.ts";
import { OperatorRig, ok, refused } from "../../support/builders/operator-rig.ts";
import { addPerson, ConsoleBrowser } from "../../support/people/console-browser.ts";
import type { Json } from "../../support/service/service.ts";

const rig = opened(() => OperatorRig.open());
const shop = prepared(() => rig.shop());

const KINDS = { prizes: "prize", competitions: "competition" } as const;
type Kind = keyof typeof KINDS;

const send = (kind: Kind, csv: string, { preview = false, slug = shop.slug, headers = {} } = {}) =>
  rig.admin("POST", `/organisations/${slug}/batches/${kind}`, { csv, preview }, headers);
const imported = (...args: Parameters<typeof send>) => ok(send(...args));
const list = async (kind: Kind, slug = shop.slug) =>
  (await ok(rig.admin("GET", `/organisations/${slug}/${kind}`))) as unknown as Json[];
const counts = () =>
  rig.service.sql(
    "select (select count(*) from prize) as prizes, (select count(*) from lot) as competitions",
  );
const audited = async (kind: Kind) =>
  (await rig.audit(shop.slug)).filter(({ action }) => action === `${KINDS[kind]}.created`);
const faults = ({ rows }: Json) =>
  (rows as Json[]).flatMap(({ line, issues }) =>
    (issues as Json[]).map(({ column, code }) => [line, column, code]),
  );

const HEAD = "title,prize,ticket_price_usd,max_tickets,opens,closes";
const TERMS = "2.50,100,2030-01-01,2030-02-01";

describe("prizes are imported from CSV", () => {
  it("with all their fields, after a preview that creates nothing", async () => {
    const csv = [
      "Name,Value USD,category,condition,description,brand,model,reference_number,year_manufactured,image_urls",
      '"Watch, steel",1299.5,watch,Unworn,"Two\nlines",Seiko,Diver,SPB143,2021,https://a.example/1.png https://a.example/2.png',
      "",
      ",12,,,,Rolex,Air King,,,",
    ].join("\r\n");
    const before = await counts();
    const preview = await imported("prizes", csv, { preview: true });
    expect(preview).toMatchObject({ created: 0, refused: 0 });
    expect(preview.rows).toEqual([
      { line: 2, name: "Watch, steel", result: "valid", id: null, issues: [] },
      { line: 5, name: null, result: "valid", id: null, issues: [] },
    ]);
    expect(await counts()).toEqual(before);
    expect(await audited("prizes")).toEqual([]);

    const { created, rows } = await imported("prizes", csv);
    expect(created).toBe(2);
    expect(rows.map(({ result }: Json) => result)).toEqual(["created", "created"]);
    const [second, first] = await list("prizes");
    expect([first!.id, second!.id]).toEqual(rows.map(({ id }: Json) => id));
    expect(first).toMatchObject({
      name: "Watch, steel",
      retailValueUSDCents: 129_950,
      category: "watch",
      condition: "unworn",
      description: "Two\nlines",
      brand: "Seiko",
      model: "Diver",
      referenceNumber: "SPB143",
      yearManufactured: 2021,
      imageUrls: ["https://a.example/1.png", "https://a.example/2.png"],
    });
    expect(second).toMatchObject({ name: null, brand: "Rolex", model: "Air King", condition: "new" });
    expect((await audited("prizes")).map(({ subject }) => subject)).toEqual(
      [second, first].map((prize) => `prize:${prize!.id}`),
    );
  });

  it.each([
    ["a byte order mark and semicolons", "\uFEFFname;value_usd\r\nCar;12000,50\r\n"],
    ["tabs", "name\tvalue_usd\nCar\t12000.50"],
    ["columns without a name at the end", "name,value_usd,,\nCar,12000.50,,\n,,,\n"],
    ["old line breaks, quotes and spaces", '"name", "value_usd"\r"Car", "12000.50"\r'],
  ])("with %s", async (_, csv) => {
    expect(await imported("prizes", csv)).toMatchObject({ created: 1, refused: 0 });
    expect((await list("prizes"))[0]).toMatchObject({ name: "Car", retailValueUSDCents: 1_200_050 });
  });

  it("or none of them, if one row has a fault, with the line and the column of each fault", async () => {
    const before = await counts();
    const result = await imported(
      "prizes",
      [
        "name,value_usd,condition,year_manufactured,image_urls,category",
        "Good,10,new,2020,,",
        ",10,new,,,",
        'Price,"1,000",used,x,http://a.example,',
        "Missing,,new,10000,,",
        `${"x".repeat(201)},-1,new,,,`,
        "Long,1,new,,,,more",
        "Big,99999999999999,new,,,",
      ].join("\n"),
    );
    expect(result).toMatchObject({ created: 0, refused: 6 });
    expect(result.rows[0]).toEqual({ line: 2, name: "Good", result: "valid", id: null, issues: [] });
    expect(faults(result)).toEqual([
      [3, "name", "required"],
      [4, "value_usd", "invalid"],
      [4, "year_manufactured", "invalid"],
      [4, "condition", "invalid_value"],
      [4, "image_urls", "invalid_format"],
      [5, "value_usd", "required"],
      [5, "year_manufactured", "too_big"],
      [6, "value_usd", "invalid"],
      [6, "name", "too_big"],
      [7, null, "invalid"],
      [8, "value_usd", "invalid"],
    ]);
    expect(await counts()).toEqual(before);
  });

  it.each([
    ["an unknown column", "name,value_usd,colour\nA,1,red", 'Line 1: "colour" is not a column.'],
    ["a column twice", "name,value_usd,Name\nA,1,B", "Line 1: the column name occurs twice."],
    ["a missing column", "name\nA", "Line 1: the column value_usd is missing."],
    ["no rows", "name,value_usd\n", "The file has no rows below its head."],
    ["101 rows", `name,value_usd\n${"A,1\n".repeat(101)}`, "The file has more than 100 rows."],
    ["an open quote", 'name,value_usd\n"A,1', "The file is not CSV"],
  ])("but not with %s", async (_, csv, message) => {
    const answer = await send("prizes", csv);
    expect([answer.status, answer.json.error, answer.json.issues[0].path]).toEqual([
      400,
      "invalid_request",
      "csv",
    ]);
    expect(answer.json.message).toContain(message);
  });

  it("with 100 rows, but not with an empty or too long text", async () => {
    const { created } = await imported("prizes", `name,value_usd\n${"A,1\n".repeat(100)}`);
    expect(created).toBe(100);
    for (const csv of [" ", `name,value_usd\nA,1\n${" ".repeat(300_000)}`])
      expect(await refused(send("prizes", csv))).toEqual([400, "invalid_request", "csv"]);
  });
});

describe("competitions are imported from CSV", () => {
  it("as drafts, with a prize by its id or its name, and times of the organisation's zone", async () => {
    const slug = (await rig.shop()).slug;
    await ok(rig.admin("PATCH", `/organisations/${slug}`, { timeZone: "Europe/Zurich" }));
    const {
      rows: [{ id: prize }],
    } = await imported("prizes", "name,value_usd\nGrand piano,9000", { slug });
    const { rows } = await imported(
      "competitions",
      [
        `${HEAD},description,image_url`,
        `First,Grand piano,2.50,100,2030-07-01,2030-12-01 18:30,**Play**,https://a.example/p.png`,
        `Second,${prize},0,1,2030-01-01T00:00:00Z,2030-03-31T02:30,,`,
        `Third,${prize},10,7,2030-10-27 02:30:15,2031-01-01T00:00:00-05:00,,`,
      ].join("\n"),
      { slug },
    );
    expect(rows.map(({ result }: Json) => result)).toEqual(["created", "created", "created"]);
    const [third, second, first] = await list("competitions", slug);
    expect(first).toMatchObject({
      id: rows[0].id,
      state: "draft",
      title: "First",
      prizeId: prize,
      ticketPriceUSDCents: 250,
      maxTickets: 100,
      startDate: "2030-06-30T22:00:00.000Z",
      endDate: "2030-12-01T17:30:00.000Z",
      description: "**Play**",
      imageUrl: "https://a.example/p.png",
      onChain: false,
    });
    // Clocks skip this time.
    expect(second).toMatchObject({ ticketPriceUSDCents: 0, endDate: "2030-03-31T01:30:00.000Z" });
    // Clocks repeat this time.
    expect(third).toMatchObject({
      startDate: "2030-10-27T00:30:15.000Z",
      endDate: "2031-01-01T05:00:00.000Z",
    });
    const subjects = (await rig.audit(slug))
      .filter(({ action }) => action === "competition.created")
      .map(({ subject }) => subject);
    for (const { id } of rows) expect(subjects).toContain(`competition:${id}`);
  });

  it("or none of them, if one row has a fault, also one that only the service knows", async () => {
    await imported("prizes", "name,value_usd\nTwin,1\nTwin,1\nBoat,1");
    const foreign = (await list("prizes", (await rig.shop()).slug))[0]!.id;
    const before = await counts();
    const result = await imported(
      "competitions",
      [
        HEAD,
        `Good,Boat,${TERMS}`,
        `Foreign,${foreign},${TERMS}`,
        `Unknown,Yacht,${TERMS}`,
        `Ambiguous,Twin,${TERMS}`,
        "Backwards,Boat,1,10,2030-02-01,2030-01-01",
        "Past,Boat,1,10,2020-01-01,2020-02-01",
        "Words,Boat,one,many,tomorrow,2030-02-30",
        "Bounds,Boat,100000.01,0,2030-01-01,2030-02-01",
        `,Boat,${TERMS}`,
      ].join("\n"),
      { preview: true },
    );
    expect(faults(result)).toEqual([
      [3, "prize", "invalid"],
      [4, "prize", "invalid"],
      [5, "prize", "invalid"],
      [6, "closes", "too_early"],
      [7, "closes", "past"],
      [8, "ticket_price_usd", "invalid"],
      [8, "max_tickets", "invalid"],
      [8, "opens", "invalid"],
      [8, "closes", "invalid"],
      [9, "ticket_price_usd", "too_big"],
      [9, "max_tickets", "too_small"],
      [10, "title", "required"],
    ]);
    expect(result).toMatchObject({ created: 0, refused: 8 });
    expect(await counts()).toEqual(before);
    const slug = await rig.organisation();
    await imported("prizes", "name,value_usd\nBoat,1", { slug });
    const { rows } = await imported("competitions", `${HEAD}\nNo rail,Boat,${TERMS}`, { slug });
    expect(rows[0]).toMatchObject({ result: "refused", issues: [{ column: null, code: "no_usable_rail" }] });
  });
});

describe("an import", () => {
  it("happens once under a key, also at once", async () => {
    const headers = { "Idempotency-Key": "import-once" };
    const csv = "name,value_usd\nOnce,1\nTwice,2";
    const [before] = await counts();
    const answers = await Promise.all(Array.from({ length: 4 }, () => send("prizes", csv, { headers })));
    expect(answers.map(({ status }) => status).filter((status) => status !== 409)).toContain(200);
    const again = await send("prizes", csv, { headers });
    expect(again.json.data).toEqual(answers.find(({ status }) => status === 200)!.json.data);
    const [after] = await counts();
    expect(Number(after.prizes) - Number(before.prizes)).toBe(2);
    expect(await refused(send("prizes", `${csv}\nThree,3`, { headers }))).toEqual([
      409,
      "idempotency_conflict",
    ]);
  });

  it("is for people who may create one such thing, in their organisation", async () => {
    const other = await rig.shop();
    const [{ id: organisationId }] = await rig.service.sql(
      "select id from organisation where slug = $1",
      shop.slug,
    );
    const as = async (role: "manager" | "viewer") => {
      const person = await addPerson(rig.service, { memberOf: [{ organisationId, role }] });
      return ConsoleBrowser.of(rig.service, person);
    };
    const [manager, viewer] = [await as("manager"), await as("viewer")];
    const body = { csv: "name,value_usd\nA,1", preview: true };
    const statusOf = async (who: ConsoleBrowser, slug: string, kind: Kind) =>
      (await who.call("POST", `/organisations/${slug}/batches/${kind}`, { body })).status;
    expect(await statusOf(manager, shop.slug, "prizes")).toBe(200);
    for (const kind of ["prizes", "competitions"] as const) {
      expect(await statusOf(viewer, shop.slug, kind)).toBe(403);
      expect(await statusOf(manager, other.slug, kind)).toBe(404);
    }
  });
});

import { beforeAll, describe, expect, expectTypeOf, it } from "vitest";
import { addOrganisation, openPool } from "../../../test/support/builders/organisations.ts";
import { createDatabase } from "../../../test/support/database/database.ts";
import { opened } from "../../../test/support/opened.ts";
import { PersonRow } from "../entities/people.ts";
import { PrizeRow } from "../entities/lots.ts";
import { int4, selection } from "../statements/selection.ts";
import type { IsScoped } from "./entity.ts";
import { entityManager } from "./orm.ts";
import { expression, Rows } from "./rows.ts";

const PRIZE = selection(PrizeRow, "p", ["id", "category", "imageUrls"], {
  slugLength: int4({ sql: "length((select g.slug from organisation g where g.id = p.organisation_id))" }),
});
const NAMED = selection(PrizeRow, "p", ["id"], { brand: "brand", worth: { cents: "retailValueCents" } });
const WITH_ORGANISATION = selection(
  PrizeRow,
  "p",
  ["id"],
  { one: int4({ sql: "1" }) },
  { g: "organisation" },
);

const database = opened(createDatabase);
const db = opened(() => openPool(database.url, 4));
let own: number;
let other: number;
beforeAll(async () => {
  own = (await addOrganisation(db)).id;
  other = (await addOrganisation(db)).id;
});

const watch = (category: string) =>
  ({
    category,
    name: "Watch",
    condition: "new",
    retailValueCents: 500,
    imageUrls: [],
    createdAt: new Date(),
  }) as const;

describe("rows of a table", () => {
  it("keep texts of an array as they are", async () => {
    const imageUrls = [" at the ends ", "line\nbreak", "NULL", 'quote" and \\', "", "a,b", "{}", "é"];
    const added = await db.of(own, PRIZE).add({ ...watch("texts"), imageUrls });
    expect(added.imageUrls).toEqual(imageUrls);
    expect(await db.of(own, PRIZE).one({ id: added.id })).toEqual(added);
  });

  it("are listed newest first behind a cursor", async () => {
    const ids: number[] = [];
    for (const name of ["a", "b", "c"]) ids.push((await db.of(own, PRIZE).add(watch(`page-${name}`))).id);
    const page = (after: number | null) => db.of(own, PRIZE).page({ after, limit: 2 }, { id: ids });
    expect((await page(null)).map(({ id }) => id)).toEqual([ids[2], ids[1]]);
    expect((await page(ids[1]!)).map(({ id }) => id)).toEqual([ids[0]]);
  });

  it("are listed by one statement for all organisations and cursors", async () => {
    const texts = new Set<string>();
    const read = async ({ text }: { readonly text: string }) => (texts.add(text), []);
    const sender = { query: read, read, affected: async () => 0 };
    await new Rows(sender, PRIZE, own).page({ after: null, limit: 2 });
    await new Rows(sender, PRIZE, other).page({ after: 7, limit: 3 });
    expect([...texts]).toEqual([
      expect.stringContaining("(p.organisation_id, p.id) < ($2::bigint, $3::bigint)"),
    ]);
  });

  it("are found by values, lists, comparisons, null and alternatives", async () => {
    const rows = db.of(own, NAMED);
    const { id } = await rows.add({ ...watch("conditions"), retailValueCents: 700 });
    const found = async (where: Parameters<typeof rows.count>[0]) =>
      (await rows.exists({ id, ...where })) && (await rows.count({ id, ...where })) === 1;
    expect(await rows.one({ id })).toEqual({ id, brand: null, worth: { cents: 700 } });
    expect(await found({ brand: null, retailValueCents: { $gt: 699, $lte: 700 } })).toBe(true);
    expect(await found({ category: ["other", "conditions"] })).toBe(true);
    expect(await found({ category: [] })).toBe(false);
    expect(await found({ brand: { $ne: null } })).toBe(false);
    expect(await found({ $or: [{ brand: "x" }, { category: ["conditions"] }] })).toBe(true);
    expect(await found({ retailValueCents: expression("(select ?::bigint)", [700]) })).toBe(true);
    await expect(rows.exists({ id: undefined as never })).rejects.toThrow("a condition has a value");
    expect(await db.of(own, WITH_ORGANISATION).count({ id, "g.id": own })).toBe(1);
    expect(await db.of(own, WITH_ORGANISATION).count({ id, "g.id": other })).toBe(0);
  });

  it("are changed and removed with what the change says, and nothing else", async () => {
    const rows = db.of(own, NAMED);
    const { id } = await rows.add({ ...watch("changes"), brand: "old", model: "m" });
    expect(await rows.change({ id }, {})).toBe(0);
    expect(
      await rows.change(
        { id },
        { brand: undefined, retailValueCents: expression("p.retail_value_cents + 1") },
      ),
    ).toBe(1);
    expect(await rows.changed({ id }, {})).toEqual([{ id, brand: "old", worth: { cents: 501 } }]);
    expect(await rows.changed({ id }, { brand: null })).toEqual([{ id, brand: null, worth: { cents: 501 } }]);
    expect(await rows.removed({ id })).toEqual([{ id, brand: null, worth: { cents: 501 } }]);
    expect(await rows.remove({ id })).toBe(0);
  });

  it("are added once, or put in place of what is there", async () => {
    const rows = db.rows(selection(PersonRow, "p", ["id", "name"]));
    const person = {
      email: "once@example.com",
      name: "First",
      handle: Buffer.alloc(32, 1),
      createdAt: new Date(),
    };
    const first = await rows.addOnce(person, ["email"]);
    expect(await rows.addOnce({ ...person, name: "Second" }, ["email"])).toBeNull();
    expect(await rows.addOnce({ ...person, email: "other@example.com" }, "any")).toBeNull();
    // Another key than the one that is meant is a mistake, which must not pass as a repetition.
    const sameHandle = { ...person, email: "other@example.com" };
    await expect(rows.addOnce(sameHandle, ["email"])).rejects.toMatchObject({
      constraint: "person_handle_key",
    });
    await expect(rows.addEachOnce([sameHandle], ["email"])).rejects.toThrow("person_handle_key");
    expect(await rows.addEachOnce([{ ...person, name: "Third" }], ["email"])).toEqual([]);
    expect(await rows.put({ ...person, name: "Fourth" }, ["email"], ["name"])).toEqual({
      ...first,
      name: "Fourth",
    });
    expect(await rows.count({ email: person.email })).toBe(1);
  });

  it("join the unit of work, whose end releases what they lock", async () => {
    const { id } = await db.of(own, NAMED).add(watch("lock"));
    await expect(
      db.run(async () => {
        expect(await db.of(own, NAMED).locked({ id })).toMatchObject({ id });
        expect(await db.of(own, PrizeRow).held({ id })).toBe(true);
        await db.of(own, PrizeRow).change({ id }, { category: "rolled back" });
        throw new Error("rolled back");
      }),
    ).rejects.toThrow("rolled back");
    expect(await db.of(own, PrizeRow).exists({ id, category: "lock" })).toBe(true);
  });
});

describe("an organisation's rows", () => {
  it("are not found, changed, locked or removed by another's id, and none is added for another", async () => {
    const { id } = await db.of(own, NAMED).add(watch("tenant"));
    const others = db.of(other, NAMED);
    expect(await others.one({ id })).toBeNull();
    expect(await others.page({ after: null, limit: 100 })).toEqual([]);
    expect(await others.locked({ id })).toBeNull();
    expect(await others.held({ id })).toBe(false);
    expect(await others.exists({ id })).toBe(false);
    expect(await others.count({})).toBe(0);
    expect(await others.change({ id }, { brand: "x" })).toBe(0);
    expect(await others.changed({ id }, { brand: "x" })).toEqual([]);
    expect(await others.remove({})).toBe(0);
    expect(await others.removed({ id })).toEqual([]);
    // The caller's organisation wins over a member that types refuse.
    const forged = await others.add({ ...watch("forged"), organisationId: own } as never);
    expect(await db.ofAll(PrizeRow, "a test").exists({ id: forged.id, organisationId: other })).toBe(true);
    expect(await db.of(own, NAMED).one({ id })).toEqual({ id, brand: null, worth: { cents: 500 } });
  });

  it("do not compile without their organisation, and other tables not with one", () => {
    // What `rows`, `of` and `ofAll` take depends on this alone.
    expectTypeOf<IsScoped<typeof PrizeRow>>().toEqualTypeOf<true>();
    expectTypeOf<IsScoped<typeof PersonRow>>().toEqualTypeOf<false>();
    type Taken<Method extends (...of: never[]) => unknown> = Parameters<Method>;
    expectTypeOf(db.rows<typeof PrizeRow, object>)
      .parameter(0)
      .toBeNever();
    expectTypeOf<Taken<typeof db.of<typeof PersonRow, object>>[1]>().toBeNever();
    expectTypeOf<Taken<typeof db.ofAll<typeof PersonRow, object>>[0]>().toBeNever();
  });

  it("are refused if they are read or changed as those of a table without organisation", async () => {
    const rows = new Rows(db, NAMED, "none");
    const refusal = "No arguments provided for filter 'organisation'";
    for (const call of [
      () => rows.list({}),
      () => rows.page({ after: null, limit: 1 }),
      () => rows.one({}),
      () => rows.locked({}),
      () => rows.held({}),
      () => rows.exists({}),
      () => rows.count({}),
      () => rows.change({}, { brand: "x" }),
      () => rows.changed({}, { brand: "x" }),
      () => rows.remove({}),
      () => rows.removed({}),
    ])
      await expect(call()).rejects.toThrow(refusal);
  });

  it("are refused to a query that names none, for each entity with an organisation", async () => {
    const manager = entityManager();
    const all = [...manager.getMetadata().getAll().values()];
    const scoped = all.filter(
      ({ properties }) => properties.organisationId && !properties.organisationId.nullable,
    );
    for (const { class: entity } of scoped) {
      const query = manager.createQueryBuilder(entity);
      await expect(query.applyFilters()).rejects.toThrow("No arguments provided for filter 'organisation'");
    }
    expect(scoped.length).toBeGreaterThan(40);
  });

  it("send no statement but by the database's connections", async () => {
    await expect(entityManager().find(PersonRow, {})).rejects.toThrow("statements are sent by Rows");
    expect(new Rows(db, PersonRow, "none")).toBeInstanceOf(Rows);
  });
});

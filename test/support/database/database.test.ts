import { Client } from "pg";
import { describe, expect, it } from "vitest";
import { createDatabase } from "./database.ts";

async function rows(url: string, statement: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

const tables = "select table_name from information_schema.tables where table_schema = 'public' order by 1";

describe("a test database", () => {
  it("has the newest schema and shares nothing with another", async () => {
    const [one, other] = await Promise.all([createDatabase(), createDatabase()]);
    try {
      const before = await rows(one.url, tables);
      expect(before.length).toBeGreaterThan(1);
      await rows(one.url, "create table only_in_one ()");
      expect(await rows(other.url, tables)).toEqual(before);
    } finally {
      await Promise.all([one.drop(), other.drop()]);
    }
  });

  it("can be dropped while somebody is connected, and dropped again", async () => {
    const database = await createDatabase();
    const client = new Client({ connectionString: database.url });
    const errors: unknown[] = [];
    const ended = new Promise<void>((resolve) =>
      client.on("error", (error) => errors.push(error)).on("end", resolve),
    );
    await client.connect();
    await database.drop();
    await database.drop();
    await ended;
    expect(errors[0]).toMatchObject({ code: "57P01" });
    await expect(rows(database.url, "select 1")).rejects.toMatchObject({ code: "3D000" });
  });
});

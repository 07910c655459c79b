/** Lets forge call the contracts at random, and checks what must hold after each call. */
import { spawnSync } from "node:child_process";
import { chmod, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const USAGE = `npm run contracts:invariants [-- --runs 65 --depth 200]`;
const ROOT = fileURLToPath(new URL("../../", import.meta.url));

function forgeProgram(): string | null {
  try {
    const manifest = createRequire(import.meta.url).resolve("@foundry-rs/forge-linux-amd64/package.json");
    return join(dirname(manifest), "bin/forge");
  } catch {
    return spawnSync("forge", ["--version"], { stdio: "ignore" }).status === 0 ? "forge" : null;
  }
}

/** Returns a script with the project's compiler, since forge calls a native one. */
function compilerScript(version: string): string {
  return `#!${process.execPath}
if (process.argv.includes("--version")) {
  console.log("solc, the solidity compiler commandline interface\\nVersion: ${version}");
} else {
  const { readFileSync } = require("node:fs");
  process.stdout.write(require("${join(ROOT, "node_modules/solc")}").compile(readFileSync(0, "utf8")));
}
`;
}

function configuration(folder: string, runs: number, depth: number): string {
  return `[profile.default]
src = "contracts"
test = "contracts/invariants"
libs = ["node_modules"]
remappings = ["@openzeppelin/=node_modules/@openzeppelin/"]
allow_paths = ["${ROOT}"]
offline = true
solc = "${folder}/solc"
evm_version = "cancun"
optimizer = true
optimizer_runs = 200
[profile.default.invariant]
runs = ${runs}
depth = ${depth}
fail_on_revert = false
`;
}

function readOptions(): { readonly runs: number; readonly depth: number } | null {
  try {
    const text = { type: "string" } as const;
    const { values } = parseArgs({ options: { runs: text, depth: text } });
    const [runs, depth] = [Number(values.runs ?? 65), Number(values.depth ?? 200)];
    return Number.isSafeInteger(runs) && Number.isSafeInteger(depth) && runs > 0 && depth > 0
      ? { runs, depth }
      : null;
  } catch {
    return null;
  }
}

const options = readOptions();
const forge = forgeProgram();
if (options === null) {
  console.error(USAGE);
  process.exitCode = 2;
} else if (forge === null) {
  console.log("skipped: forge is not installed, neither its package for this platform nor one on the PATH");
} else {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "raffle-invariants-")));
  try {
    const { version } = createRequire(import.meta.url)("solc") as { version(): string };
    for (const path of ["contracts", "node_modules"]) await symlink(join(ROOT, path), join(folder, path));
    await writeFile(join(folder, "solc"), compilerScript(version()));
    await chmod(join(folder, "solc"), 0o755);
    await writeFile(join(folder, "foundry.toml"), configuration(folder, options.runs, options.depth));
    const { status } = spawnSync(forge, ["test", "--root", folder], { cwd: folder, stdio: "inherit" });
    process.exitCode = status ?? 1;
  } finally {
    await rm(folder, { recursive: true });
  }
}

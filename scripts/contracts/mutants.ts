/** Puts one mistake at a time into the raffle contract and runs its tests: each must be noticed. */
import { spawnSync } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Anvil } from "../../test/support/chain/anvil.ts";

const USAGE = `npm run contracts:mutants [-- <name> …]

Without names, all of them: some minutes. It ends with 1 when a mistake slips through.`;
if (process.argv.includes("--help")) {
  console.log(USAGE);
  process.exit(0);
}
const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const CONTRACT = "contracts/Raffle.sol";
const COPIED = [
  "contracts",
  "adapters/chain/generated",
  "scripts",
  "test/raffle-contract",
  "test/support/chain",
];
const LINKED = [
  "node_modules",
  "ports",
  "src",
  "test/contracts",
  "test/vectors",
  "package.json",
  "adapters/chain/rpc-messages.ts",
];
/** Nothing of the service: no database is needed. */
const CONFIGURATION = `export default { test: { pool: "forks", testTimeout: 120_000, hookTimeout: 120_000, bail: 1, include: ["test/raffle-contract/{selling,drawing,returning,powers}.test.ts"] } };\n`;

interface Mutant {
  readonly name: string;
  readonly from: string;
  readonly to: string;
}

const MUTANTS: readonly Mutant[] = [
  { name: "late-creation", from: "if (block.timestamp > validUntil) revert TooLate();", to: "" },
  { name: "second-lot-of-an-id", from: "if (lot.state != State.None) revert LotExists();", to: "" },
  {
    name: "anybody-creates",
    from: "uint40 validUntil) external onlyOperator {",
    to: "uint40 validUntil) external {",
  },
  { name: "sells-after-the-end", from: "block.timestamp >= lot.endAt", to: "block.timestamp > lot.endAt" },
  { name: "oversells-by-one", from: "if (quantity > available)", to: "if (quantity > available + 1)" },
  {
    name: "any-cost",
    from: "if (cost != uint256(lot.price) * quantity) revert",
    to: "if (cost > uint256(lot.price) * quantity) revert",
  },
  { name: "fee-on-transfer", from: "if (balanceAfter != balance + cost)", to: "if (balanceAfter < balance)" },
  {
    name: "draws-before-the-end",
    from: "if (block.timestamp < from) revert NotYet(from);\n        uint32 tickets",
    to: "uint32 tickets",
  },
  { name: "draws-without-tickets", from: "if (tickets == 0) revert NoTickets();", to: "" },
  { name: "draws-twice", from: "lot.state = State.Drawing;", to: "" },
  {
    name: "anybody-answers",
    from: "if (msg.sender != address(coordinator)) revert NotCoordinator();",
    to: "",
  },
  {
    name: "answers-cancelled-lots",
    from: "if (lot.state != State.Drawing || words.length == 0) return;",
    to: "if (lot.state == State.None || words.length == 0) return;",
  },
  {
    name: "first-ticket-never-wins",
    from: "uint32(seed % sold(lotId)) + 1;",
    to: "uint32(seed % (sold(lotId) - 1)) + 2;",
  },
  { name: "pays-out-twice", from: "lot.paidOut = true;", to: "" },
  {
    name: "operator-cancels-while-drawing",
    from: "lot.state == State.Drawing || msg.sender != operator",
    to: "msg.sender != operator",
  },
  { name: "refunds-twice", from: "_refunded[lotId].set(index);", to: "" },
  {
    name: "refunds-lots-that-sell",
    from: "if (lot.state != State.Cancelled) revert WrongState(lot.state);",
    to: "",
  },
  {
    name: "refunds-the-caller",
    from: "token.safeTransfer(buyer, units);",
    to: "token.safeTransfer(msg.sender, units);",
  },
  {
    name: "anybody-moves-the-treasury",
    from: "if (msg.sender != lot.treasury) revert NotTreasury();",
    to: "",
  },
  { name: "rescues-what-is-owed", from: "uint256 kept = owed[address(token)];", to: "uint256 kept = 0;" },
];

/** @returns whether a test of the contract failed */
async function isNoticed(mutant: Mutant | null): Promise<boolean> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "raffle-mutant-")));
  try {
    for (const path of COPIED) await cp(join(ROOT, path), join(folder, path), { recursive: true });
    for (const path of LINKED) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await symlink(join(ROOT, path), join(folder, path));
    }
    await writeFile(join(folder, "vitest.config.ts"), CONFIGURATION);
    if (mutant !== null) {
      const file = join(folder, CONTRACT);
      const source = await readFile(file, "utf8");
      if (source.split(mutant.from).length !== 2) throw new Error(`${mutant.name}: not there once`);
      await writeFile(file, source.replace(mutant.from, mutant.to));
      const made = spawnSync(process.execPath, ["scripts/contracts/generate.ts"], {
        cwd: folder,
        encoding: "utf8",
      });
      if (made.status !== 0) throw new Error(`${mutant.name} does not compile: ${made.stderr}`);
    }
    const vitest = join(ROOT, "node_modules/vitest/vitest.mjs");
    const { status } = spawnSync(process.execPath, [vitest, "run"], { cwd: folder, stdio: "ignore" });
    return status !== 0;
  } finally {
    await rm(folder, { recursive: true });
  }
}

const names = process.argv.slice(2);
const unknown = names.filter((name) => !MUTANTS.some((mutant) => mutant.name === name));
if (unknown.length > 0) {
  console.error(`${unknown.join(", ")}: there is no such mutant.\n\n${USAGE}`);
  process.exitCode = 2;
} else if (Anvil.program() === null) {
  console.log(
    "skipped: there is no anvil on this machine, neither its package for this platform nor one on the PATH",
  );
} else if (await isNoticed(null)) {
  console.error("The tests fail without a mistake, so they prove nothing.");
  process.exitCode = 1;
} else {
  for (const mutant of MUTANTS.filter(({ name }) => names.length === 0 || names.includes(name))) {
    const noticed = await isNoticed(mutant);
    console.log(`${noticed ? "noticed" : "MISSED "}  ${mutant.name}`);
    if (!noticed) process.exitCode = 1;
  }
}

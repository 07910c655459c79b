import { execFile } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, inject, it } from "vitest";
import { amount, onlyDeep } from "../../../test/support/depth.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
/** Spares each process the compiling of the same modules. */
const COMPILE_CACHE = fileURLToPath(new URL("../../../node_modules/.cache/test-compile", import.meta.url));
/** SQL that changes a balance, and adds an event that no process sends. */
const TAMPER = `
  update account set balance_cents = balance_cents + 1 where id = (select min(id) from account);
  set session_replication_role = replica;
  insert into event (id, organisation_id, type, payload, created_at)
    select 'evt_neversent', 1, 'lot.closed', '{"data":{}}', now();
  set session_replication_role = origin`;

async function soak(...args: string[]): Promise<{ readonly code: number; readonly printed: string }> {
  const env = { PATH: process.env.PATH, NODE_COMPILE_CACHE: COMPILE_CACHE };
  try {
    const { stdout } = await promisify(execFile)(process.execPath, ["tools/bench/soak/soak.ts", ...args], {
      cwd: ROOT,
      env,
    });
    return { code: 0, printed: stdout };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, printed: stdout + stderr };
  }
}

/** Minutes of a soak in which both troubles occur. */
const MINUTES = String(amount("hundredths of a minute that a soak lasts", { usual: 2, deep: 5 }) / 100);

// Together: both wait for most of their time.
describe.concurrent("npm run soak", { timeout: 240_000 }, () => {
  it("ends with 0 when nothing is wrong, though a process was killed and the database fell", async ({
    expect,
  }) => {
    // A killed process starts again: a bundle spares each start the reading of the sources.
    const program = join(inject("bundles"), "soaked.js");
    const { code, printed } = await soak(MINUTES, "--rate", "5", "--week", "12", "--program", program);
    expect(printed).toMatch(/process killed[^]*database fell|database fell[^]*process killed/);
    expect(printed).toMatch(/\d+ × POST \/api\/v1\/checkout\/sessions 201/);
    expect(printed.trimEnd().split("\n").at(-1)).toBe("Every rule holds.");
    expect(code).toBe(0);
  });

  it.runIf(onlyDeep("soak that finds a leak, changed books and a missing event"))(
    "ends with 1, and says what is wrong: a leak, books that were changed, an event that did not arrive",
    async ({ expect }) => {
      const short = ["0.01", "--rate", "5", "--week", "5", "--calm", "--looks", "12"];
      const { code, printed } = await soak(...short, "--leak", "10000000", "--tamper", TAMPER);
      expect(printed).toMatch(
        /^heap of the process that stays grew from .* MB to .* MB; up to .* MB is allowed\.$/m,
      );
      expect(printed).toContain("The books are wrong: an account's balance is the sum of its entries: ");
      expect(printed).toMatch(
        /^The receiver of shop-1 \(well\) did not get 1 of \d+ events: evt_neversent\.$/m,
      );
      expect(code).toBe(1);
    },
  );

  it("says how it is called", async ({ expect }) => {
    expect(await soak("never")).toMatchObject({
      code: 2,
      printed: expect.stringContaining("npm run soak -- [minutes]"),
    });
    expect((await soak("--help")).code).toBe(0);
  });
});

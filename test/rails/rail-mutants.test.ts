import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { mutantsOf, mutated, railsWithMutants } from "../mutants/mutants.ts";
import { PLAIN } from "../support/service/compile-cache.ts";

const SAMPLE = ["payment-of-another-order", "lost-refund-look-up-not-found", "dedupe-key-of-the-time"];

async function run(names: readonly string[]): Promise<{ status: number; output: string }> {
  const script = fileURLToPath(new URL("../../tools/rails/mutants.ts", import.meta.url));
  const child = spawn(process.execPath, [script, ...names], {
    env: { ...PLAIN, NO_COLOR: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { status: child.exitCode ?? -1, output: output + errors };
}

it("every mutant of a rail changes what is there, and has a unique name", async () => {
  for (const rail of await railsWithMutants()) {
    const mutants = (await mutantsOf(rail)) ?? [];
    for (const mutant of mutants) expect((await mutated(rail, mutant)).size).toBeGreaterThan(0);
    expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
  }
});

it("npm run rail:mutants prints which check caught which; here of a sample", async () => {
  const { status, output } = await run(SAMPLE);
  expect({ status, output }).toMatchObject({ status: 0 });
  expect(output).toMatch(/^payment-of-another-order +21a /m);
  expect(output).toMatch(/^dedupe-key-of-the-time +.*\b41\b/m);
  expect(output).toContain("example: 3 mutants caught, 0 slipped through");
});

it("npm run rail:mutants -- --rail runs the tests of another rail; here with one mutant of one", async () => {
  const { status, output } = await run(["--rail", "till", "any-payment-refunded"]);
  expect({ status, output }).toMatchObject({ status: 0 });
  expect(output).toMatch(/^any-payment-refunded +63 /m);
});

it("npm run rail:mutants knows what it was not given", async () => {
  expect(await run(["no-such-mutant"])).toMatchObject({
    status: 2,
    output: expect.stringContaining("no-such-mutant"),
  });
  expect(await run(["--rail", "no-such-rail"])).toMatchObject({
    status: 2,
    output: expect.stringContaining("rails/no-such-rail/test/mutants.ts"),
  });
});

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { accountIn, remote, remoteOrder, remoteRows, variableOf } from "../../tools/rails/remote.ts";
import { PayosRail } from "../../rails/payos/rail.ts";
import { allHarnesses } from "../providers/harnesses.ts";
import { KEYS } from "../../rails/payos/test/harness.ts";
import { PayosSimulator } from "../../rails/payos/test/simulator.ts";

const ENVIRONMENT = {
  PAYOS_TEST_CLIENT_ID: KEYS.clientId,
  PAYOS_TEST_API_KEY: KEYS.apiKey,
  PAYOS_TEST_CHECKSUM_KEY: KEYS.checksumKey,
};
const harnesses = await allHarnesses();

let simulator: PayosSimulator;
let rail: PayosRail;
beforeEach(async () => {
  const now = () => new Date();
  simulator = await PayosSimulator.start([KEYS], now);
  rail = new PayosRail({ clock: { now }, baseUrl: simulator.url });
});
afterEach(() => simulator.stop());

async function run(environment: NodeJS.ProcessEnv) {
  const lines: string[] = [];
  const status = await remote(environment, [rail], (line) => lines.push(line));
  return { status, text: lines.join("\n") };
}

describe("npm run rail:remote", () => {
  it("creates, looks up and cancels one payment with the environment's credentials", async () => {
    const { status, text } = await run(ENVIRONMENT);
    expect({ status, text }).toMatchObject({ status: 0 });
    expect(text.match(/passed/g)).toHaveLength(5);
    expect(text).toContain("qr/payos: not run 28. refund");
    expect(simulator.count).toBe(1);
    for (const secret of Object.values(KEYS)) expect(text).not.toContain(secret);
  });

  it.each(Object.entries(harnesses))("asks %s for nothing that it does not do", async (_name, { open }) => {
    const harness = await open();
    const rows = await remoteRows(harness.rail, harness.account, remoteOrder(harness.rail, harness.now()));
    expect(rows.filter(({ state }) => state === "FAILED")).toEqual([]);
    expect(rows.map(({ check }) => check)).toContain("24. cancel");
    await harness.close();
  });

  it("says which variables are missing, makes no call, and ends with 2", async () => {
    const { status, text } = await run({ PAYOS_TEST_API_KEY: "x" });
    expect({ status, text }).toEqual({
      status: 2,
      text: "qr/payos: not run, missing in the environment: PAYOS_TEST_CLIENT_ID, PAYOS_TEST_CHECKSUM_KEY",
    });
    expect(simulator.requests).toEqual([]);
  });

  it("ends with 1 when the provider does otherwise than it should", async () => {
    const { status, text } = await run({ ...ENVIRONMENT, PAYOS_TEST_API_KEY: "another-key" });
    expect(status).toBe(1);
    expect(text).toContain("FAILED");
    expect(text).not.toContain("another-key");
  });

  it("refuses live credentials, and to run in CI", async () => {
    const live = await run({ ...ENVIRONMENT, PAYOS_TEST_API_KEY: "sk_live_x" });
    expect(live).toMatchObject({ status: 1, text: expect.stringContaining("PAYOS_TEST_API_KEY") });
    expect(await run({ ...ENVIRONMENT, CI: "true" })).toMatchObject({ status: 2 });
    expect(simulator.requests).toEqual([]);
  });

  it("names variables by provider and field", () => {
    expect(variableOf("stripe", "secretKey")).toBe("STRIPE_TEST_SECRET_KEY");
    expect(variableOf("example-pay", "apiKey")).toBe("EXAMPLE_PAY_TEST_API_KEY");
    const settings = { environment: { help: "test or live", required: true } };
    const declared = { provider: "payos", accountFields: { credentials: {}, settings } };
    expect(accountIn({ PAYOS_TEST_ENVIRONMENT: "live" }, declared)).toEqual({
      live: "PAYOS_TEST_ENVIRONMENT",
    });
    expect(accountIn({ PAYOS_TEST_ENVIRONMENT: "test" }, declared)).toMatchObject({
      account: { settings: { environment: "test" } },
    });
  });
});

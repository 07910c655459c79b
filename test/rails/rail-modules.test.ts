import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { createDatabase } from "../support/database/database.ts";
import { CREDENTIALS } from "../support/builders/scripted-rig.ts";
import { OperatorRig, ok } from "../support/builders/operator-rig.ts";
import { ADMIN_TOKEN, ENCRYPTION_KEY } from "../support/service/service.ts";
import { killProcesses, ServiceProcess } from "../support/service/service-process.ts";

afterAll(killProcesses);

it("a rail from a separate module takes payments, and is guarded as those of the service are", async () => {
  const rig = await OperatorRig.open({
    environment: { RAIL_MODULES: " ./test/support/rails/scripted-rail-module.ts ," },
  });
  try {
    const shop = await rig.shop();
    await ok(rig.admin("DELETE", `/organisations/${shop.slug}/rails/redirect`));
    const account = { provider: "example", currencies: ["USD"], credentials: CREDENTIALS };
    await ok(rig.admin("PUT", `/organisations/${shop.slug}/rails/redirect`, account));
    const id = await rig.sell(shop, 1, "buyer@example.com");
    expect(id).toMatch(/^cs_/);
    const { text } = await rig.service.call("GET", "/metrics");
    expect(text).toContain(
      'rail_calls_total{kind="redirect",provider="example",operation="createPayment",outcome="created"} 1',
    );
  } finally {
    await rig.close();
  }
});

it("a start ends with a sentence that names the module and what is wrong with it", async () => {
  const folder = await mkdtemp(join(tmpdir(), "rail-module-"));
  const { url, drop } = await createDatabase();
  try {
    const twice = join(folder, "stripe-again.mjs");
    const stripe = new URL("../../rails/stripe/rail.ts", import.meta.url).href;
    await writeFile(
      twice,
      `import { StripeRail } from "${stripe}";\nexport default ({ clock }) => [new StripeRail({ clock })];\n`,
    );
    const typed = join(folder, "node_modules/typed/index.ts");
    await mkdir(dirname(typed), { recursive: true });
    await writeFile(typed, "export default () => [];\n");
    const environment = { DATABASE_URL: url, ADMIN_TOKEN, ENCRYPTION_KEY };
    const cases = [
      ["nobody-has-this-rail", "RAIL_MODULES: nobody-has-this-rail is not installed"],
      [twice, `RAIL_MODULES: ${twice} makes embed at stripe, which the service has already`],
      [typed, `RAIL_MODULES: ${typed} is TypeScript under node_modules, which Node does not run`],
    ] as const;
    for (const [RAIL_MODULES, sentence] of cases) {
      const service = new ServiceProcess({ environment: { ...environment, RAIL_MODULES } });
      expect(await service.exited).toEqual({ code: 1, signal: null });
      expect(service.output).toContain(sentence);
      expect(service.output).not.toMatch(/^ {4}at /m);
    }
  } finally {
    await drop();
    await rm(folder, { recursive: true });
  }
});

import { afterAll, expect, it } from "vitest";
import { EVENT_EXAMPLES } from "../../adapters/http/openapi/webhooks.ts";
import { signatureHeader } from "../../src/webhooks/signature.ts";
import { Partner } from "../support/builders/partner.ts";
import { killProcesses, ServiceProcess } from "../support/service/service-process.ts";
import { ADMIN_TOKEN, TestService } from "../support/service/service.ts";
import { opened } from "../support/opened.ts";

const SECRET = "whsec_0123456789abcdefghijklmnop";
const service = opened(() => TestService.open({ background: true }));

afterAll(killProcesses);

function listen(parameters: readonly string[], environment: Record<string, string> = {}): ServiceProcess {
  return new ServiceProcess({
    command: [process.execPath, "tools/listen.ts", ...parameters],
    environment,
  });
}

async function addressOf(listener: ServiceProcess): Promise<string> {
  await listener.printed("listening on ");
  return /listening on (\S+\/),/.exec(listener.output)![1]!;
}

async function interrupted(listener: ServiceProcess) {
  listener.kill("SIGINT");
  return listener.exited;
}

it("npm run listen registers itself, shows and verifies what comes, and removes itself", async () => {
  const partner = await Partner.add(service, { fiatEnabled: false, cryptoEnabled: true });
  const { slug } = partner.organisation;
  const parameters = ["--register", "--service", service.baseUrl, "--organisation", slug];
  const listener = listen(parameters, { ADMIN_TOKEN });
  await addressOf(listener);
  const path = `/admin/api/v1/organisations/${slug}/webhook-endpoints`;
  const endpoints = async () => (await service.call("GET", path, { key: ADMIN_TOKEN })).json.data;
  const [{ id }] = await endpoints();

  const pinged = await service.call("POST", `${path}/${id}/ping`, { key: ADMIN_TOKEN });
  await listener.printed(`ping  ${pinged.json.data.eventId}  verified`);
  const lot = await partner.lot({ priceCents: 0 });
  const { json } = await partner.checkout(lot.id, { quantity: 2 });
  await listener.printed(`"orderId": "${json.data.id}"`);
  expect(listener.output).toMatch(/^entry\.confirmed {2}evt_[0-9a-z]{26} {2}verified$/m);
  expect(listener.output).not.toContain("NOT");

  expect(await interrupted(listener)).toEqual({ code: 0, signal: null });
  expect(listener.output).toContain("removed the endpoint");
  expect(await endpoints()).toEqual([]);
});

it("it says why something is not verified, and what came before", async () => {
  const listener = listen(["--status", "500"], { WEBHOOK_SECRET: SECRET });
  const url = await addressOf(listener);
  const event = EVENT_EXAMPLES["lot.closed"];
  const body = JSON.stringify(event);
  const now = Math.floor(Date.now() / 1000);
  const deliver = async (signature?: string) => {
    const headers = {
      "X-Service-Event": event.type,
      "X-Service-Delivery": event.id,
      ...(signature !== undefined && { "X-Service-Signature": signature }),
    };
    expect((await fetch(url, { method: "POST", headers, body })).status).toBe(500);
  };
  const line = `${event.type}  ${event.id}  `;
  await deliver();
  await listener.printed(`${line}NOT VERIFIED: no X-Service-Signature\n`);
  await deliver(signatureHeader(["whsec_another_endpoints_secret"], now, body));
  await listener.printed(`${line}NOT VERIFIED: no v1 fits`);
  await deliver(signatureHeader([SECRET], now - 400, body));
  await listener.printed(`${line}NOT VERIFIED: t is 40`);
  await deliver(signatureHeader(["whsec_another_endpoints_secret", SECRET], now, body));
  await listener.printed(`${line}verified\n`);
  await deliver(signatureHeader([SECRET], now, body));
  await listener.printed(`${line}verified  again\n`);
  expect(await interrupted(listener)).toEqual({ code: 0, signal: null });
});

it("without a secret it says that it verifies nothing", async () => {
  const listener = listen([]);
  const url = await addressOf(listener);
  expect(listener.output).toContain("signatures are NOT verified");
  expect((await fetch(url, { method: "POST", body: "no JSON" })).status).toBe(200);
  await listener.printed("(no type)  (no id)  not checked\n");
  expect(await interrupted(listener)).toEqual({ code: 0, signal: null });
});

it.each([
  [["--help"], 0, "--organisation <slug>"],
  [["--port", "x"], 2, "--port is a number"],
  [["--register", "--admin-token", "x"], 2, "--register needs --organisation"],
  [["--register", "--organisation", "acme"], 2, "ADMIN_TOKEN"],
  [["--unknown"], 2, "--unknown"],
])("called with %j it ends with %i", async (parameters, code, text) => {
  const listener = listen(parameters);
  expect(await listener.exited).toEqual({ code, signal: null });
  expect(listener.output).toContain(text);
});

it("a registration that is refused ends it, and says what the service said", async () => {
  const common = ["--register", "--service", service.baseUrl, "--organisation", "nobody"];
  const listener = listen([...common, "--admin-token", ADMIN_TOKEN]);
  expect(await listener.exited).toEqual({ code: 1, signal: null });
  expect(listener.output).toContain("was answered with 404");
});

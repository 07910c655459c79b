import { Webhook } from "standardwebhooks";
import { Stripe } from "stripe";
import { afterAll, expect, it } from "vitest";
import { Partner } from "../../support/builders/partner.ts";
import { opened, prepared } from "../../support/opened.ts";
import { startReceiver } from "../../support/receivers/webhook-receiver.ts";
import { killProcesses, ServiceProcess } from "../../support/service/service-process.ts";
import { TestService } from "../../support/service/service.ts";
import { profileFolder, PROGRAM, raffle } from "../support/command-line.ts";

const stripe = new Stripe("sk_x");
const setUp = opened(() => TestService.open());
const partner = prepared(() => Partner.add(setUp));
const able = prepared(() => partner.addKey(["events:read"]));
const receiver = opened(() => startReceiver());
const folder = profileFolder();

afterAll(killProcesses);

const lots: number[] = [];
/** Ids of the cancelled lots in what arrived, in order. */
const received = (): number[] => receiver.received.map(({ rawBody }) => JSON.parse(rawBody).data.lotId);

/** Adds an event by another process than that which is followed. */
async function cancelled(): Promise<void> {
  const { id } = await partner.lot();
  await partner.post(`/competitions/${id}/cancel`);
  lots.push(id);
}

it("posts every event, signed for both verifiers, across restarts of the service and of itself", async () => {
  const start = (port = "0") => ServiceProcess.start(setUp.databaseUrl, { environment: { PORT: port } });
  let service = await start();
  const { origin } = service;
  const environment = {
    RAFFLE_BASE_URL: origin,
    RAFFLE_API_KEY: able.key,
    RAFFLE_CONFIG_DIR: folder.path,
  };
  const listen = async () => {
    const words = ["listen", "--forward-to", receiver.url, "--type", "lot.cancelled"];
    const listener = new ServiceProcess({ command: [process.execPath, PROGRAM, ...words], environment });
    await listener.printed("they are signed with ");
    return listener;
  };
  const first = await listen();
  await cancelled();
  await expect.poll(received, { timeout: 30_000 }).toEqual(lots);

  service.kill("SIGKILL");
  await service.exited;
  await first.printed("trying again");
  await cancelled();
  service = await start(new URL(origin).port);
  await expect.poll(received, { timeout: 30_000 }).toEqual(lots);

  first.kill("SIGINT");
  expect(await first.exited).toEqual({ code: 0, signal: null });
  await cancelled();
  const second = await listen();
  await expect.poll(() => new Set(received()), { timeout: 30_000 }).toEqual(new Set(lots));
  second.kill("SIGINT");
  await second.exited;

  const ids = new Map<number, string>();
  const secretOf = ({ output }: ServiceProcess) => /signed with (whsec_\S+)/.exec(output)![1]!;
  expect(secretOf(second)).toBe(secretOf(first));
  for (const { rawBody, headers } of receiver.received) {
    stripe.webhooks.constructEvent(rawBody, String(headers["x-service-signature"]), secretOf(first));
    const event = JSON.parse(rawBody);
    expect(new Webhook(secretOf(first)).verify(rawBody, headers as Record<string, string>)).toEqual(event);
    expect([headers["webhook-id"], headers["x-service-delivery"]]).toEqual([event.id, event.id]);
    expect(ids.get(event.data.lotId) ?? event.id).toBe(event.id);
    ids.set(event.data.lotId, event.id);
  }
  const output = first.output + second.output;
  expect(output).toMatch(/^lot\.cancelled {2}evt_\w+ {2}200 {2}\d+ ms$/m);
  expect(output).not.toContain(able.key);
  await service.stop();
});

it("needs the scope of events", async () => {
  const { key } = await partner.addKey(["competitions:read"]);
  const service = await ServiceProcess.start(setUp.databaseUrl);
  const { exit, stderr } = await raffle(["listen", "--forward-to", receiver.url], {
    env: { RAFFLE_BASE_URL: service.origin, RAFFLE_API_KEY: key, RAFFLE_CONFIG_DIR: folder.path },
  });
  expect([exit, stderr]).toEqual([3, expect.stringContaining("insufficient_scope")]);
  await service.stop();
});

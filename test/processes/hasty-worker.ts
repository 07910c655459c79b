import { Deliveries } from "../../ports/webhooks/deliveries.ts";
import { Log } from "../../ports/log.ts";
import { Random } from "../../ports/crypto.ts";
import { Meter } from "../../ports/operations/meter.ts";
import { WebhookSender } from "../../ports/webhooks/webhook-sender.ts";
import { Dispatcher } from "../../src/webhooks/dispatcher.ts";
import type { Wiring } from "../../app/wiring.ts";
import { FastClock } from "../support/service/fast-clock.ts";
import { TestService } from "../support/service/service.ts";

/**
 * A worker with shorter waits: for answers, for retries, and for leases of dead workers. Each call names its worker.
 * Additional environment: CLOCK_START_MS, CLOCK_SPEED, TIMEOUT_MS, LEASE_SEC, WORKER.
 */
const { CLOCK_START_MS, CLOCK_SPEED, TIMEOUT_MS, LEASE_SEC, WORKER = "" } = process.env;

const service = await TestService.open({
  databaseUrl: process.env.DATABASE_URL!,
  environment: process.env as Record<string, string>,
  background: true,
  replace: hasten,
});
process.once("SIGTERM", () => void service.stop().then(() => process.exit(0)));
console.log(JSON.stringify({ level: "info", origin: service.baseUrl, msg: "ready" }));

function hasten(wiring: Wiring): void {
  const clock = new FastClock(Number(CLOCK_START_MS), Number(CLOCK_SPEED));
  const options = { timeoutMs: Number(TIMEOUT_MS), leaseSec: Number(LEASE_SEC) };
  const inner = wiring.get(WebhookSender);
  const sender: WebhookSender = {
    refusal: (url) => inner.refusal(url),
    refusalNow: (url) => inner.refusalNow(url),
    send: (call) => inner.send({ ...call, headers: { ...call.headers, "X-Worker": WORKER } }),
  };
  wiring.bind(
    Dispatcher,
    () =>
      new Dispatcher(
        {
          deliveries: wiring.get(Deliveries),
          sender,
          clock,
          random: wiring.get(Random),
          log: wiring.get(Log),
          meter: wiring.get(Meter),
        },
        options,
      ),
  );
}

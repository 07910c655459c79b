import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { Webhook } from "standardwebhooks";
import { Stripe } from "stripe";
import { expect, it } from "vitest";
import { standardSecret } from "../../src/webhooks/signature.ts";
import { curlOf, headersOf } from "../../web/console/pages/webhooks/as-sent.ts";
import { startReceiver } from "../support/receivers/webhook-receiver.ts";
import { opened } from "../support/opened.ts";

const target = opened(() => startReceiver());
const { webhooks } = new Stripe("sk_test_unused");
const event = { id: "evt_1", type: "ping" };
const body = JSON.stringify({ ...event, data: { organisation: "Zoë's 'shop'" } });

async function sent(standardWebhooks: boolean, secret: string) {
  const command = curlOf({ url: target.url, standardWebhooks }, event, body);
  await promisify(execFile)("sh", ["-c", command], {
    env: { PATH: process.env.PATH, WEBHOOK_SECRET: secret },
  });
  const { headers, rawBody } = target.received.at(-1)!;
  return { headers: headers as Record<string, string>, rawBody };
}

it("the command of the delivery page signs as the service does, in both ways", async () => {
  const secret = standardSecret(new Uint8Array(32).fill(254));
  const { headers, rawBody } = await sent(true, secret);
  expect(rawBody).toBe(body);
  expect(webhooks.constructEvent(rawBody, headers["x-service-signature"]!, secret)).toMatchObject(event);
  expect(new Webhook(secret).verify(rawBody, headers)).toMatchObject(event);
});

it("command and headers have the specified signature alone for a secret that is not base64", async () => {
  const secret = `whsec_${"a".repeat(43)}`;
  const { headers, rawBody } = await sent(false, secret);
  expect(webhooks.constructEvent(rawBody, headers["x-service-signature"]!, secret)).toMatchObject(event);
  expect(Object.keys(headers).filter((name) => name.startsWith("webhook-"))).toEqual([]);
  const receiver = { url: target.url, standardWebhooks: false };
  expect(headersOf(receiver, event, body)).not.toContain("webhook-");
  expect(headersOf({ ...receiver, standardWebhooks: true }, event, body)).toContain(
    `webhook-id: ${event.id}`,
  );
});

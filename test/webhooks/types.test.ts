import { Webhook } from "standardwebhooks";
import { Stripe } from "stripe";
import { beforeAll, describe, expect, it } from "vitest";
import { Dispatcher } from "../../src/webhooks/dispatcher.ts";
import { EVENT_TYPES, EventEnvelope } from "../../src/webhooks/event.ts";
import { DrawRig } from "../lot-draws/draw-rig.ts";
import { type Received, startReceiver } from "../support/receivers/webhook-receiver.ts";
import { deliverAll } from "../support/builders/webhook-rig.ts";
import { opened, prepared } from "../support/opened.ts";

const { webhooks } = new Stripe("sk_test_unused");
const FIVE_MINUTES_SEC = 300;

/** Each type comes from real actions: a lot is sold and drawn, another is cancelled, an endpoint is pinged. */
const rig = opened(() => DrawRig.open());
const target = opened(() => startReceiver());
const endpoint = prepared(
  async () => (await rig.operator("POST", "/webhook-endpoints", { url: target.url })).json.data,
);
beforeAll(async () => {
  await rig.drawn(2);
  await rig.cancel(await rig.sold());
  await rig.operator("POST", `/webhook-endpoints/${endpoint.id}/ping`);
  await deliverAll(rig.service.wiring.get(Dispatcher));
});

const ofType = (type: string) => target.received.filter(({ headers }) => headers["x-service-event"] === type);

/** Reads a delivery with Stripe's library. */
const read = ({ headers, rawBody }: Received, body = rawBody, secret = endpoint.secret) =>
  webhooks.constructEvent(body, String(headers["x-service-signature"]), secret, FIVE_MINUTES_SEC);

it("one life of two lots and a ping sends each type", () => {
  const sent = target.received.map(({ headers }) => String(headers["x-service-event"]));
  expect(sent.toSorted()).toEqual(EVENT_TYPES.toSorted());
});

describe.each(EVENT_TYPES)("%s as it is sent", (type) => {
  it("is verified by the stock stripe library, and is what its schema says", () => {
    const [call] = ofType(type) as [Received];
    const event = read(call);
    expect(EventEnvelope.parse(event)).toEqual(event);
    expect(event).toMatchObject({ type, id: call.headers["x-service-delivery"] });
  });

  it("is verified by the library of Standard Webhooks, as the same event", () => {
    const [call] = ofType(type) as [Received];
    const headers = call.headers as Record<string, string>;
    expect(new Webhook(endpoint.secret).verify(call.rawBody, headers)).toEqual(read(call));
    expect(headers["webhook-id"]).toBe(headers["x-service-delivery"]);
    expect(headers["x-service-signature"]).toContain(`t=${headers["webhook-timestamp"]},`);
    expect(() => new Webhook(endpoint.secret).verify(`${call.rawBody} `, headers)).toThrow(/signature/);
  });

  it("is refused by it when a byte is changed, or signed with another endpoint's secret", () => {
    const [call] = ofType(type) as [Received];
    expect(() => read(call, call.rawBody.replace(".", ":"))).toThrow(/signature/);
    expect(() => read(call, call.rawBody, `${endpoint.secret}x`)).toThrow(/signature/);
  });
});

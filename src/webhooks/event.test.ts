import { expect, it } from "vitest";
import { EVENT_TYPES, EventEnvelope, pingEnvelope } from "./event.ts";

const id = `evt_${"0a".repeat(13)}`;
const createdAt = "2026-10-11T12:13:14.567Z";
const samples = {
  "entry.confirmed": {
    lotId: 1,
    userId: 2,
    quantity: 2,
    ticketNumbers: [7, 8],
    source: "free",
    orderId: "cs_x",
    txHash: null,
  },
  "payment.settled": {
    orderId: "cs_x",
    lotId: 1,
    userId: 2,
    rail: "qr",
    amount: 25_000,
    currency: "VND",
    quantity: 2,
  },
  "lot.closed": { lotId: 1, closedAt: createdAt, endDate: createdAt, ticketsSold: 0 },
  "lot.cancelled": { lotId: 1, cancelledAt: createdAt, ticketsSold: 0 },
  "draw.completed": { lotId: 1, winnerUserId: 2, winnerTicketId: 3 },
  ping: { endpointId: 4, organisation: "acme" },
};

it.each(EVENT_TYPES)("%s has exactly the data of the specification", (type) => {
  const data = samples[type];
  expect(EventEnvelope.parse({ id, type, createdAt, data })).toEqual({ id, type, createdAt, data });
  expect(EventEnvelope.safeParse({ id, type, createdAt, data: { ...data, more: 1 } }).success).toBe(false);
  for (const field of Object.keys(data)) {
    const { [field]: _, ...less } = data as Record<string, unknown>;
    expect(EventEnvelope.safeParse({ id, type, createdAt, data: less }).success, field).toBe(false);
  }
});

it("there are no other types", () => {
  const data = samples.ping;
  expect(EventEnvelope.safeParse({ id, type: "lot.created", createdAt, data }).success).toBe(false);
});

it("a ping names its endpoint and organisation", () => {
  const text = pingEnvelope({ id, createdAt: new Date(createdAt), endpointId: 4, organisation: "acme" });
  expect(JSON.parse(text)).toEqual({ id, type: "ping", createdAt, data: samples.ping });
});

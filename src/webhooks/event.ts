import { z } from "zod";
import { RAIL_KINDS } from "../../ports/rail.ts";
import type { EndpointId, EventId } from "../shared/ids.ts";

/** A closed set: no other types are sent. */
export const EVENT_TYPES = [
  "entry.confirmed",
  "payment.settled",
  "lot.closed",
  "lot.cancelled",
  "draw.completed",
  "ping",
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

const id = z.int().positive();
const count = z.int().nonnegative();
const time = z.iso.datetime();

/** A stored event. */
export interface StoredEvent {
  readonly id: EventId;
  readonly type: EventType;
  readonly createdAt: Date;
  /** The envelope as text, as signed and sent. */
  readonly payload: string;
}

/** The schema of `data`, per type. */
export const EVENT_DATA = {
  "entry.confirmed": z.strictObject({
    lotId: id.describe("The competition."),
    userId: id.describe("The buyer."),
    quantity: z.int().positive().describe("How many tickets."),
    ticketNumbers: z.array(id).describe("Their numbers."),
    source: z.enum(["fiat", "crypto", "free"]).describe("How the tickets were paid for."),
    orderId: z.string().nullable().describe("The checkout session."),
    txHash: z.string().nullable().describe("The transaction, of a payment on a chain."),
  }),
  "payment.settled": z.strictObject({
    orderId: z.string().describe("The checkout session."),
    lotId: id.describe("The competition."),
    userId: id.describe("The buyer."),
    rail: z.enum(RAIL_KINDS).describe("How it was paid."),
    amount: count.describe("What was charged, in minor units of the currency."),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/)
      .describe("ISO 4217."),
    quantity: z.int().positive().describe("How many tickets."),
  }),
  "lot.closed": z.strictObject({
    lotId: id.describe("The competition."),
    closedAt: time.describe("When the service closed it."),
    endDate: time.describe("The end of its selling."),
    ticketsSold: count.describe("Tickets issued by then."),
  }),
  "lot.cancelled": z.strictObject({
    lotId: id.describe("The competition."),
    cancelledAt: time.describe("When it was cancelled."),
    ticketsSold: count.describe("Tickets issued by then."),
  }),
  "draw.completed": z.strictObject({
    lotId: id.describe("The competition."),
    winnerUserId: id.describe("The buyer who won."),
    winnerTicketId: id.describe("The number of the ticket that won."),
  }),
  ping: z.strictObject({
    endpointId: id.describe("The endpoint that it tests."),
    organisation: z.string().describe("The organisation's slug."),
  }),
} as const satisfies Record<EventType, z.ZodType>;

function envelopeOf<Type extends EventType>(type: Type) {
  const name = schemaName(type);
  return z
    .strictObject({
      /** Equal in every attempt; receivers use it to deduplicate. */
      id: z.string().regex(/^evt_[0-9a-z]{26}$/),
      type: z.literal(type),
      createdAt: time,
      data: EVENT_DATA[type].meta({ id: `${name}Data` }),
    })
    .meta({ id: name });
}

/** `entry.confirmed` → `EntryConfirmedEvent` */
export function schemaName(type: EventType): string {
  return `${type.replaceAll(/(?:^|\.)([a-z])/g, (_, letter: string) => letter.toUpperCase())}Event`;
}

/** The body of a delivery. */
export const EventEnvelope = z.discriminatedUnion("type", [
  envelopeOf("entry.confirmed"),
  envelopeOf("payment.settled"),
  envelopeOf("lot.closed"),
  envelopeOf("lot.cancelled"),
  envelopeOf("draw.completed"),
  envelopeOf("ping"),
]);
export type EventEnvelope = z.infer<typeof EventEnvelope>;

/** When the event of a stored envelope happened. */
export function eventTime(payload: string): Date {
  return new Date((JSON.parse(payload) as EventEnvelope).createdAt);
}

/** A ping's envelope as the text that is stored, signed and sent. */
export function pingEnvelope(ping: {
  readonly id: EventId;
  readonly createdAt: Date;
  readonly endpointId: EndpointId;
  readonly organisation: string;
}): string {
  const { id, createdAt, endpointId, organisation } = ping;
  const envelope: EventEnvelope = {
    id,
    type: "ping",
    createdAt: createdAt.toISOString(),
    data: { endpointId, organisation },
  };
  return JSON.stringify(envelope);
}

import { z } from "zod";
import { RAIL_KINDS } from "../../ports/rail.ts";
import type { EndpointId, EventId } from "../shared/ids.ts";
import { shownMetadata } from "../shared/metadata.ts";

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
    lotId: id.describe("The competition's id."),
    userId: id.describe("The id of the buyer's account."),
    quantity: z.int().positive().describe("The number of tickets."),
    ticketNumbers: z.array(id).describe("The ticket numbers."),
    source: z.enum(["fiat", "crypto", "free"]).describe("The kind of payment."),
    orderId: z
      .string()
      .nullable()
      .describe("The checkout session's id. Null for a purchase on the raffle contract."),
    txHash: z
      .string()
      .nullable()
      .describe("The transaction of a payment on a chain. Null for other payments."),
    metadata: shownMetadata,
  }),
  "payment.settled": z.strictObject({
    orderId: z.string().describe("The checkout session's id."),
    lotId: id.describe("The competition's id."),
    userId: id.describe("The id of the buyer's account."),
    rail: z.enum(RAIL_KINDS).describe("The kind of rail that charged."),
    amount: count.describe("The charge, in minor units of the currency."),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/)
      .describe("The currency, as an ISO 4217 code."),
    quantity: z.int().positive().describe("The number of tickets."),
    metadata: shownMetadata,
  }),
  "lot.closed": z.strictObject({
    lotId: id.describe("The competition's id."),
    closedAt: time.describe("The time at which the service closed the competition."),
    endDate: time.describe("The end of sales."),
    ticketsSold: count.describe("Tickets issued by then."),
    metadata: shownMetadata,
  }),
  "lot.cancelled": z.strictObject({
    lotId: id.describe("The competition's id."),
    cancelledAt: time.describe("The time of the cancellation."),
    ticketsSold: count.describe("Tickets issued by then."),
    metadata: shownMetadata,
  }),
  "draw.completed": z.strictObject({
    lotId: id.describe("The competition's id."),
    winnerUserId: id.describe("The id of the winner's account."),
    winnerTicketId: id.describe("The number of the winning ticket."),
    metadata: shownMetadata,
  }),
  ping: z.strictObject({
    endpointId: id.describe("The id of the endpoint under test."),
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

/** Returns the schema's name: `entry.confirmed` → `EntryConfirmedEvent` */
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

/** Returns the time of the event in a stored envelope. */
export function eventTime(payload: string): Date {
  return new Date((JSON.parse(payload) as EventEnvelope).createdAt);
}

/** Returns a ping's envelope as the text that is stored, signed and sent. */
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

import { z } from "zod";
import { RAIL_KINDS } from "../../ports/rail.ts";

/** The types are closed: no others are ever sent. */
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

/** An event as it is kept. */
export interface StoredEvent {
  readonly id: string;
  readonly type: EventType;
  readonly createdAt: Date;
  /** The envelope as text: what is signed and sent. */
  readonly payload: string;
}

/** What `data` holds, per type. */
export const EVENT_DATA = {
  "entry.confirmed": z.strictObject({
    lotId: id,
    userId: id,
    quantity: z.int().positive(),
    ticketNumbers: z.array(id),
    source: z.enum(["fiat", "crypto", "free"]),
    orderId: z.string().nullable(),
    txHash: z.string().nullable(),
  }),
  "payment.settled": z.strictObject({
    orderId: z.string(),
    lotId: id,
    userId: id,
    rail: z.enum(RAIL_KINDS),
    /** Minor units of the currency. */
    amount: count,
    currency: z.string().regex(/^[A-Z]{3}$/),
    quantity: z.int().positive(),
  }),
  "lot.closed": z.strictObject({ lotId: id, closedAt: time, endDate: time, ticketsSold: count }),
  "lot.cancelled": z.strictObject({ lotId: id, cancelledAt: time, ticketsSold: count }),
  "draw.completed": z.strictObject({ lotId: id, winnerUserId: id, winnerTicketId: id }),
  ping: z.strictObject({ endpointId: id, organisation: z.string() }),
} as const satisfies Record<EventType, z.ZodType>;

function envelopeOf<Type extends EventType>(type: Type) {
  return z.strictObject({
    /** The same in every try: receivers dedupe on it. */
    id: z.string().regex(/^evt_[0-9a-z]{26}$/),
    type: z.literal(type),
    createdAt: time,
    data: EVENT_DATA[type],
  });
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

/** A ping's envelope as the text that is stored, signed and sent. */
export function pingEnvelope(ping: {
  readonly id: string;
  readonly createdAt: Date;
  readonly endpointId: number;
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

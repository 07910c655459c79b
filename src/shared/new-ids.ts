import type { Random } from "../../ports/random.ts";
import type { EventId, OrderId } from "./ids.ts";

const BASE_36 = "0123456789abcdefghijklmnopqrstuvwxyz";
export const BASE_62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** 134 random bits, because the order id also identifies a returning buyer. */
export function newOrderId(random: Random): OrderId {
  return random.text("cs_", 26, BASE_36);
}

export function newEventId(random: Random): EventId {
  return random.text("evt_", 26, BASE_36);
}

/** A random UUID (RFC 9562, version 4). */
export function newUuid(random: Random): string {
  const bytes = Buffer.from(random.bytes(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

import type { Random } from "../../ports/random.ts";

const BASE_36 = "0123456789abcdefghijklmnopqrstuvwxyz";
export const BASE_62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** 134 random bits: an order id is also what a returning buyer is known by. */
export function newOrderId(random: Random): string {
  return random.text("cs_", 26, BASE_36);
}

export function newEventId(random: Random): string {
  return random.text("evt_", 26, BASE_36);
}

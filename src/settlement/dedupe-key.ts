import { hash } from "node:crypto";

/** 132 bits. */
const LENGTH = 22;

/**
 * What all repetitions of a provider's message have in common, as its account's unique index has it. New ones stand anywhere in
 * that index, so its size decides how many of its pages a busy database must keep in memory and log.
 * @returns 132 bits of a SHA-256, in base64url
 */
export function dedupeKeyOf(events: readonly string[]): string {
  return hash("sha256", JSON.stringify(events), "base64url").slice(0, LENGTH);
}

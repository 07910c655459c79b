import { hash } from "node:crypto";
import type { Cell } from "../../ports/ids.ts";
import type { Random } from "../../ports/crypto.ts";
import { KEY_MARKS, type Mode } from "./mode.ts";
import type { ApiKeyId } from "../shared/ids.ts";
import { BASE_62 } from "../shared/new-ids.ts";
import { invalid } from "../shared/problem.ts";

/** Scopes of an API key: those of the specification, then extensions. */
export const SCOPES = [
  "competitions:read",
  "winners:read",
  "entries:create",
  "competitions:write",
  "draws:create",
  "webhooks:manage",
  "events:read",
] as const;

export type Scope = (typeof SCOPES)[number];

export const DEFAULT_SCOPES: readonly Scope[] = ["competitions:read", "winners:read"];

/** An API key's data, without its secret. */
export interface ApiKey {
  readonly id: ApiKeyId;
  readonly name: string;
  /** The key's first characters, for display. null: it has no secret until a member claims it. */
  readonly prefix: string | null;
  readonly scopes: readonly Scope[];
  /** Requests per window; also the largest burst. */
  readonly rateLimit: number;
  readonly rateWindowSec: number;
  readonly createdAt: Date;
  readonly revokedAt: Date | null;
  /** Expiry by the database's clock; null: never. */
  readonly expiresAt: Date | null;
  /** Networks that may use it, as CIDR; null: any. */
  readonly allowedAddresses: readonly string[] | null;
  /** Time until which a rolled key's former secret works, too. */
  readonly previousUntil: Date | null;
  /** Last time at which a handed-over key can be claimed. */
  readonly claimUntil: Date | null;
  readonly claimedAt: Date | null;
  /** Principal: `person:7` */
  readonly claimedBy: string | null;
  /** Accurate to about a minute. */
  readonly lastUsedAt: Date | null;
}

export type NewApiKey = Pick<
  ApiKey,
  "name" | "scopes" | "rateLimit" | "rateWindowSec" | "createdAt" | "expiresAt" | "allowedAddresses"
>;
/** The chosen settings of a new key. */
export type WantedApiKey = Pick<NewApiKey, "name" | "scopes" | "rateLimit" | "rateWindowSec"> &
  Partial<Pick<NewApiKey, "expiresAt" | "allowedAddresses">>;
/** The fields of a key that can change. */
export type ApiKeyChanges = Partial<Pick<NewApiKey, "name" | "expiresAt" | "allowedAddresses">>;

export interface StoredSecret {
  readonly prefix: string;
  /** SHA-256 */
  readonly hash: Uint8Array;
}

export const DEFAULT_RATE = { rateLimit: 600, rateWindowSec: 60 } as const;
export const MAX_RATE = { rateLimit: 10_000_000, rateWindowSec: 86_400 } as const;

/** Days in which a handed-over key can be claimed. */
export const CLAIM_DAYS = 7;
export const MAX_GRACE_HOURS = 168;

/** Characters of a prefix behind the mark of its mode. */
const PREFIX_LENGTH = 8;

/** Refuses a new key that has already expired. */
export function checkExpiry({ expiresAt = null }: Pick<WantedApiKey, "expiresAt">, now: Date): void {
  if (expiresAt !== null && expiresAt <= now)
    throw invalid("expiresAt", "past", "expiresAt must be in the future.");
}

/** Returns a new key: its mode's mark, its cell and 250 random bits, with the stored values prefix and hash. */
export function newSecretKey(
  random: Random,
  { digit }: Cell,
  mode: Mode = "live",
): StoredSecret & { readonly key: string } {
  const mark = KEY_MARKS[mode];
  const key = random.text(`${mark}${digit}`, 42, BASE_62);
  return { key, prefix: key.slice(0, mark.length + PREFIX_LENGTH), hash: hash("sha256", key, "buffer") };
}

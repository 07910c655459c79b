import { hash } from "node:crypto";
import type { Random } from "../../ports/random.ts";
import type { ApiKeyId } from "../shared/ids.ts";
import { BASE_62 } from "../shared/new-ids.ts";
import type { Scope } from "./scope.ts";

/** An API key's data, without its secret. */
export interface ApiKey {
  readonly id: ApiKeyId;
  readonly name: string;
  /** The key's first characters, for display. */
  readonly prefix: string;
  readonly scopes: readonly Scope[];
  /** Requests per window; also the largest burst. */
  readonly rateLimit: number;
  readonly rateWindowSec: number;
  readonly createdAt: Date;
  readonly revokedAt: Date | null;
}

export type NewApiKey = Omit<ApiKey, "id" | "revokedAt">;

export const DEFAULT_RATE = { rateLimit: 600, rateWindowSec: 60 } as const;
export const MAX_RATE = { rateLimit: 10_000_000, rateWindowSec: 86_400 } as const;

const PREFIX_LENGTH = 11;

/** A new key of 256 random bits, with the two stored values: prefix and hash. */
export function newSecretKey(random: Random): { key: string; prefix: string; hash: Uint8Array } {
  const key = random.text("sk_", 43, BASE_62);
  return { key, prefix: key.slice(0, PREFIX_LENGTH), hash: hash("sha256", key, "buffer") };
}

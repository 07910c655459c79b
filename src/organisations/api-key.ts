import { hash } from "node:crypto";
import type { Cell } from "../../ports/ids/cell.ts";
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

/** A new key: its cell and 250 random bits. With the two stored values: prefix and hash. */
export function newSecretKey(
  random: Random,
  { digit }: Cell,
): { key: string; prefix: string; hash: Uint8Array } {
  const key = random.text(`sk_${digit}`, 42, BASE_62);
  return { key, prefix: key.slice(0, PREFIX_LENGTH), hash: hash("sha256", key, "buffer") };
}

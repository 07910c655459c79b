import { LRUCache } from "lru-cache";

export type LeastUsedCache<K extends {}, V extends {}> = LRUCache<K, V>;

interface CacheOptions<V> {
  /** Size of a value, at least 1. Default: 1. */
  readonly sizeOf?: (value: V) => number;
  /** Time by the machine's clock after which a value is not returned any more. Default: none. */
  readonly keptMs?: number;
}

/**
 * Creates a cache of values of at most this size together, which drops the least recently used one. It takes memory as it
 * fills: with `max` the library takes all immediately, and a process has dozens of caches that may stay empty. The domain
 * imports the library here alone: it is a synchronous data structure without input or output, so a port would hide nothing.
 */
export function leastUsedCache<K extends {}, V extends {}>(
  most: number,
  { sizeOf = () => 1, keptMs = 0 }: CacheOptions<V> = {},
): LeastUsedCache<K, V> {
  return new LRUCache<K, V>({ maxSize: most, sizeCalculation: sizeOf, ttl: keptMs });
}

/**
 * How long to wait after a failure, in milliseconds: `firstMs`, then twice as long each time, `longestMs` at most.
 *
 * @param failures in a row before this one; 0: it is the first
 */
export function backoffMs(firstMs: number, longestMs: number, failures: number): number {
  return Math.min(firstMs * 2 ** Math.max(0, failures), longestMs);
}

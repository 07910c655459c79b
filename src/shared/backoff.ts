/**
 * Returns the wait after a failure in milliseconds: `firstMs`, doubled with each failure, at most `longestMs`.
 * @param failures consecutive failures before this one; 0: first failure
 */
export function backoffMs(firstMs: number, longestMs: number, failures: number): number {
  return Math.min(firstMs * 2 ** Math.max(0, failures), longestMs);
}

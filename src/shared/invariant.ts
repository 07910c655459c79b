/** Asserts a condition that always holds. A failure is a bug in this service, never the caller's fault. */
export function invariant(condition: unknown, sentence: string): asserts condition {
  if (!condition) throw new Error(`invariant broken: ${sentence}`);
}

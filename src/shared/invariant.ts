/** States what cannot be otherwise. A failure is a bug of ours, never a fault of the caller. */
export function invariant(condition: unknown, sentence: string): asserts condition {
  if (!condition) throw new Error(`invariant broken: ${sentence}`);
}

/** Returns a body for a reveal of about the given size, with objects of a few members each. */
export function largeList(bytes: number): string {
  const candidate = (id: number) => ({ id, email: `participant-${id}@example.com`, note: "n".repeat(750) });
  const each = JSON.stringify(candidate(1_000)).length + 1;
  const candidates = Array.from({ length: Math.max(1, Math.floor(bytes / each)) }, (_, id) => candidate(id));
  return JSON.stringify({ clientSeed: "bench", pick: 1, candidates });
}

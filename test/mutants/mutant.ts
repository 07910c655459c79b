/** One edit of a file of a rail. */
interface Edit {
  /** Its path in the rail's folder. */
  readonly file: string;
  /** Found in it exactly once. */
  readonly search: string;
  readonly replacement: string;
}

/** A mistake that an author of a rail may make. A test of the rail must fail with it. */
export interface Mutant {
  readonly name: string;
  /** The consequence, as a sentence. */
  readonly means: string;
  readonly edits: readonly Edit[];
}

/** Edits of one file. */
export const inFile =
  (file: string) =>
  (search: string, replacement: string): Edit => ({ file, search, replacement });
export const inRail = inFile("rail.ts");
export const inClient = inFile("client.ts");
export const inMessages = inFile("messages.ts");

/** Returns mutants from the consequence and the edits of each. */
export function mutants(
  byName: Readonly<Record<string, readonly [means: string, ...edits: Edit[]]>>,
): Mutant[] {
  return Object.entries(byName).map(([name, [means, ...edits]]) => ({ name, means, edits }));
}

/** One edit of a file of `rails/example`. */
export interface Edit {
  readonly file: "client.ts" | "rail.ts" | "messages.ts";
  /** Found in it exactly once. */
  readonly search: string;
  readonly replacement: string;
}

/** A mistake that somebody who writes a rail may make. The conformance suite must not let it pass. */
export interface Mutant {
  readonly name: string;
  /** What goes wrong then, as a sentence. */
  readonly means: string;
  readonly edits: readonly Edit[];
}

const edit =
  (file: Edit["file"]) =>
  (search: string, replacement: string): Edit => ({ file, search, replacement });
export const inRail = edit("rail.ts");
export const inClient = edit("client.ts");
export const inMessages = edit("messages.ts");

export function mutant(name: string, means: string, ...edits: readonly Edit[]): Mutant {
  return { name, means, edits };
}

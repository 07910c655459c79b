/** One mistake in a contract. */
export interface Mutant {
  readonly name: string;
  /** Text that the contract has once. */
  readonly from: string;
  readonly to: string;
  /** The reason why no test can notice it; without one, a test must. */
  readonly equal?: string;
}

/** Mistakes in one file, and the test files that have to notice them. */
export interface MutantGroup {
  readonly file: string;
  readonly tests: string;
  readonly mutants: readonly Mutant[];
}

/** Replaces a statement, check or modifier, by default with nothing. */
export function mutant(name: string, from: string, to = ""): Mutant {
  return { name, from, to };
}

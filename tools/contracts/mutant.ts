/** One mistake in a contract. */
export interface Mutant {
  readonly name: string;
  /** Text that the contract has once. */
  readonly from: string;
  readonly to: string;
  /** Why no test can notice it; left out: a test has to. */
  readonly equal?: string;
}

/** Mistakes in one file, and the test files that have to notice them. */
export interface MutantGroup {
  readonly file: string;
  readonly tests: string;
  readonly mutants: readonly Mutant[];
}

/** Takes out one statement, check or modifier. */
export function without(name: string, from: string, kept = ""): Mutant {
  return { name, from, to: kept };
}

import { RaffleError } from "../../typescript/src/index.ts";

/** Exit codes. */
export const EXIT = { done: 0, failed: 1, usage: 2, notAllowed: 3, notFound: 4, later: 5 } as const;

/** A command that ends with an exit code and a reason. */
export class Failure extends Error {
  readonly exit: number;

  constructor(message: string, exit: number = EXIT.failed) {
    super(message);
    this.exit = exit;
  }
}

/** A call with wrong words. */
export class UsageError extends Failure {
  constructor(message: string) {
    super(message, EXIT.usage);
  }
}

/** Returns the exit code of an answer's status, or of 0 for none. */
export function exitOf(status: number): number {
  if (status === 401 || status === 403) return EXIT.notAllowed;
  if (status === 404) return EXIT.notFound;
  return [0, 429, 502, 503, 504].includes(status) ? EXIT.later : EXIT.failed;
}

/** Returns the exit code of an error, and the lines that say why. */
export function describedFailure(error: unknown): {
  readonly exit: number;
  readonly lines: readonly string[];
} {
  if (error instanceof Failure) return { exit: error.exit, lines: [error.message] };
  if (!(error instanceof RaffleError))
    return { exit: EXIT.failed, lines: [error instanceof Error ? error.message : String(error)] };
  const { code, status, message, issues, docUrl } = error;
  const passes = code === "idempotency_in_progress" || (status === 0 && code === "no_answer");
  return {
    exit: passes ? EXIT.later : status === 0 ? EXIT.failed : exitOf(status),
    lines: [
      message,
      ...issues.map((issue) => `  ${issue.path}: ${issue.message}`),
      ...(docUrl === null ? [] : [`See ${docUrl}`]),
    ],
  };
}

import { Problem } from "../problem.ts";

const MAX_CAUSES = 10;

/**
 * Returns an error with its causes, for a log, without the facts that drivers add, because those quote rows. A problem is
 * expected, so neither it nor its causes show where in the code they come from. undefined: not an error.
 */
export function withCauses(error: unknown): object | undefined {
  return factsOf(error, !(error instanceof Problem), 0);
}

function factsOf(error: unknown, withStack: boolean, depth: number): object | undefined {
  if (!(error instanceof Error) || depth === MAX_CAUSES) return undefined;
  const { name, message, stack, cause } = error;
  const code = "code" in error ? error.code : undefined;
  return {
    type: name,
    message,
    ...(withStack && { stack }),
    code,
    cause: factsOf(cause, withStack, depth + 1),
  };
}

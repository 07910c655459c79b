const MAX_CAUSES = 10;

/** An error with its causes, for a log, and none of the facts that drivers add: those quote rows. undefined: no error. */
export function withCauses(error: unknown, depth = 0): object | undefined {
  if (!(error instanceof Error) || depth === MAX_CAUSES) return undefined;
  const { name, message, stack, cause } = error;
  const code = "code" in error ? error.code : undefined;
  return { type: name, message, stack, code, cause: withCauses(cause, depth + 1) };
}

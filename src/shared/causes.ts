const MAX_CAUSES = 10;

/**
 * An error with its causes, for a log, without the facts that drivers add, because those quote rows. undefined: not an
 * error.
 */
export function withCauses(error: unknown, depth = 0): object | undefined {
  if (!(error instanceof Error) || depth === MAX_CAUSES) return undefined;
  const { name, message, stack, cause } = error;
  const code = "code" in error ? error.code : undefined;
  return { type: name, message, stack, code, cause: withCauses(cause, depth + 1) };
}

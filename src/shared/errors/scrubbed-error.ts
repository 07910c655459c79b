const REDACTED = "[redacted]";
/** Minimum length of a secret: shorter values would be found in any text. */
const SECRET_LENGTH_MIN = 6;
const MAX_CAUSES = 10;

/** Returns the error with these secrets removed from its texts and its causes' texts. */
export function scrubbedError(error: unknown, secrets: readonly string[], depth = 0): unknown {
  if (!(error instanceof Error) || depth === MAX_CAUSES)
    return new Error("a value that is not an error was thrown");
  const long = secrets.filter((secret) => secret.length >= SECRET_LENGTH_MIN);
  const scrubbed = (text: string) => long.reduce((rest, secret) => rest.replaceAll(secret, REDACTED), text);
  const cause = error.cause === undefined ? undefined : scrubbedError(error.cause, secrets, depth + 1);
  const clean = new Error(scrubbed(error.message), { cause });
  clean.name = error.name;
  clean.stack = scrubbed(error.stack ?? "");
  return clean;
}

import { parseArgs, type ParseArgsConfig } from "node:util";

/** A call with wrong options, with the reason. */
export class BadUsage extends Error {}

/** Parses the options of a program. @throws BadUsage */
export function parsed<const Config extends ParseArgsConfig>(
  config: Config,
): ReturnType<typeof parseArgs<Config>> {
  try {
    return parseArgs(config);
  } catch (error) {
    throw new BadUsage((error as Error).message, { cause: error });
  }
}

/** Prints the usage and ends the program if it was called with `--help`. */
export function answerHelp(usage: string): void {
  if (!process.argv.includes("--help")) return;
  console.log(usage);
  process.exit(0);
}

/** Prints why a program failed, and sets its exit code: 2 for wrong options, else 1. */
export function reportFailure(error: unknown, usage: string): void {
  const { message, cause } = error as Error;
  const isUsage = error instanceof BadUsage;
  const reason = cause instanceof Error ? ` (${cause.message})` : "";
  console.error(isUsage ? `${message}\n\n${usage}` : `FAILED: ${message}${reason}`);
  process.exitCode = isUsage ? 2 : 1;
}

import { SECRETS, VARIABLES, type Variable } from "./config.ts";

/** Returns the text of `npm start -- --help`. */
export function configHelp(): string {
  const lines = Object.entries(VARIABLES as Record<string, Variable>).map(([name, { fallback, help }]) => {
    const title = fallback === undefined ? name : `${name}=${fallback}`;
    return `  ${title}\n      ${help}`;
  });
  const files = `Each of ${SECRETS.join(", ")} may be a file: NAME_FILE is its path.`;
  return `Usage: npm start\n\nConfigured by environment variables:\n\n${lines.join("\n")}\n\n${files}\n`;
}

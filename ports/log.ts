import { type Token, token } from "./token.ts";

/** Structured log. Facts never contain keys, credentials or buyers' data. */
export interface Log {
  debug(facts: object, message: string): void;
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}
export const Log: Token<Log> = token("Log");

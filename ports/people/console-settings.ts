import { type Token, token } from "../token.ts";

/** Where people work: pages for operators and members. */
export interface ConsoleSettings {
  /** Without a slash at the end; the console is at `/admin/` there. */
  readonly address: string;
}
export const ConsoleSettings: Token<ConsoleSettings> = token("ConsoleSettings");

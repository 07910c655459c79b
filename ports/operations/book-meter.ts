import type { BookRule } from "../../src/operations/book-rule.ts";
import { type Token, token } from "../token.ts";

/** Counts differences in the books for monitoring. Never throws, and never waits. */
export interface BookMeter {
  differed(rule: BookRule): void;
}
export const BookMeter: Token<BookMeter> = token("BookMeter");

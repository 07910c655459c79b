import { expect } from "vitest";
import type { RailHarness } from "./harness.ts";

/** Codes and short sentences fit; a provider's whole answer does not. */
const REASON_LENGTH_MAX = 120;
/** Members that are logged, or shown to operators and partners. */
const TEXTS: ReadonlySet<string> = new Set(["reason", "code", "message"]);

/** Checks that an answer of the rail contains no secret, in any case of letters, and no text as long as a message. */
export function expectNoSecrets({ secrets }: Pick<RailHarness, "secrets">, answer: unknown): void {
  const text = JSON.stringify(answer, withShortTexts) ?? "";
  for (const secret of secrets)
    expect(text.toLowerCase(), "an answer of the rail contains a secret").not.toContain(secret.toLowerCase());
}

function withShortTexts(name: string, value: unknown): unknown {
  if (TEXTS.has(name) && typeof value === "string")
    expect(
      value.length,
      `a ${name} is a short code, and never the provider's answer: ${value}`,
    ).toBeLessThanOrEqual(REASON_LENGTH_MAX);
  return value;
}

/** Returns whether a refusal of the fake quotes a secret: only then does it show what a rail passes on. */
export function quotesSecret({ secrets }: Pick<RailHarness, "secrets">, refusal: string): boolean {
  return secrets.some((secret) => refusal.includes(secret));
}

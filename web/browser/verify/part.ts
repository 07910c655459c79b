import type { VerifyFacts } from "./facts.ts";
import { Verifier } from "./verify.ts";

/** Part of a results page that verifies its draw, loaded on request. @returns verifies, each time */
export function open(place: Element, facts: string): () => Promise<void> {
  const verifier = new Verifier(place, JSON.parse(facts) as VerifyFacts);
  return () => verifier.run();
}

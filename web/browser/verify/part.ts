import type { VerifyFacts } from "./facts.ts";
import { Verifier } from "./verify.ts";

/** Part of a results page that verifies its draw, loaded when it is needed. */
export function open(place: Element, facts: string): Verifier {
  return new Verifier(place, JSON.parse(facts) as VerifyFacts);
}

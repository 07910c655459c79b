import type { VerifyFacts } from "./facts.ts";
import { Verifier } from "./verify.ts";

/** The part of a results page that verifies its draw, loaded when somebody asks for it. @returns does it, each time */
export function open(place: Element, facts: string): () => Promise<void> {
  const verifier = new Verifier(place, JSON.parse(facts) as VerifyFacts);
  return () => verifier.run();
}

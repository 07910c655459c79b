import type { NamedNeeds, Parts } from "../../ports/token.ts";

/** Base of the processes that the wiring makes from the parts that their `needs` name. */
export abstract class Process<N extends NamedNeeds> {
  protected readonly parts: Parts<N>;

  constructor(parts: Parts<N>) {
    this.parts = parts;
  }
}

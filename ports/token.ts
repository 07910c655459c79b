/** Names a port at run time. The type parameter is what an adapter bound to it must be. */
export interface Token<T> {
  readonly name: string;
  readonly symbol: symbol;
  /** Never set: carries the type. */
  readonly type?: T;
}

export function token<T>(name: string): Token<T> {
  return { name, symbol: Symbol(name) };
}

/** What a part is asked for by: a port's token, or a class of this service. */
export type Need = Token<unknown> | { readonly prototype: object };
/** What is given for a need: the port of a token, an instance of a class. */
export type Part<N> = N extends { readonly prototype: infer T } ? T : N extends Token<infer T> ? T : never;

export type NamedNeeds = Readonly<Record<string, Need>>;
/** What is given for needs, each under the name that it is asked for by. */
export type Parts<N extends NamedNeeds> = { readonly [K in keyof N]: Part<N[K]> };

/** Where parts come from. */
export interface PartSource {
  get<N extends Need>(need: N): Part<N>;
}

/** The parts for all needs. Frozen. */
export function partsOf<N extends NamedNeeds>(source: PartSource, needs: N): Parts<N> {
  const parts = Object.entries(needs).map(([name, need]) => [name, source.get(need)]);
  return Object.freeze(Object.fromEntries(parts) as Parts<N>);
}

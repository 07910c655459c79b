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

/** The key of a dependency: a port's token, or a class of this service. */
export type Need = Token<unknown> | { readonly prototype: object };
/** The dependency for a key: the port of a token, or an instance of a class. */
export type Part<N> = N extends { readonly prototype: infer T } ? T : N extends Token<infer T> ? T : never;

export type NamedNeeds = Readonly<Record<string, Need>>;
/** The dependencies for all keys, under the same names. */
export type Parts<N extends NamedNeeds> = { readonly [K in keyof N]: Part<N[K]> };

/** Provides dependencies. */
export interface PartSource {
  get<N extends Need>(need: N): Part<N>;
}

/** The dependencies for all keys, as a frozen object. */
export function partsOf<N extends NamedNeeds>(source: PartSource, needs: N): Parts<N> {
  const parts = Object.entries(needs).map(([name, need]) => [name, source.get(need)]);
  return Object.freeze(Object.fromEntries(parts) as Parts<N>);
}

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

declare const brand: unique symbol;
/** A number or string that means one thing only. */
type Branded<T, Name extends string> = T & { readonly [brand]?: Name };

export type LotId = Branded<number, "lot">;
/** `cs_` and 26 characters of base 36: unguessable. The order's id, the session's id, the rail's reference. */
type OrderId = Branded<string, "order">;

const ORDER_ID = /^cs_[0-9a-z]{26}$/;

export function isOrderId(text: string): text is OrderId & string {
  return ORDER_ID.test(text);
}

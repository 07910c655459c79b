import type { OrderId } from "../shared/ids.ts";

/** What was done to an API key. */
export type KeyStep = "created" | "handed_over" | "claimed" | "rolled";

/** What has happened in an organisation, of one kind: the first ten of all. */
export type News = { readonly organisation: { readonly name: string; readonly slug: string } } & {
  /** How many more there are. */
  readonly more: number;
} & (
    | {
        readonly kind: "keys";
        readonly keys: readonly { readonly name: string; readonly step: KeyStep; readonly by: string }[];
      }
    | {
        readonly kind: "endpoints_disabled";
        readonly endpoints: readonly {
          /** Without path and query: some receivers have their own secret there. */
          readonly place: string;
          /** null: somebody did it by hand. */
          readonly reason: string | null;
        }[];
      }
    | {
        readonly kind: "endpoints_failing";
        readonly endpoints: readonly {
          readonly place: string;
          /** 1 or 24, of one that fails for longer. */
          readonly hours: number;
          /** By the business clock, as times in JSON. */
          readonly since: string;
        }[];
      }
    | {
        readonly kind: "refunds_failed";
        readonly refunds: readonly {
          /** null: of a payment without an order. */
          readonly orderId: OrderId | null;
          /** As its reader writes amounts. */
          readonly amount: string;
        }[];
      }
  );
export type NewsKind = News["kind"];

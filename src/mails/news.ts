import type { OrderId } from "../shared/ids.ts";

export type KeyStep = "created" | "handed_over" | "claimed" | "rolled";

/** Events of one kind in an organisation: the first ten. */
export type News = { readonly organisation: { readonly name: string; readonly slug: string } } & {
  /** Number of further events. */
  readonly more: number;
} & (
    | {
        readonly kind: "keys";
        readonly keys: readonly { readonly name: string; readonly step: KeyStep; readonly by: string }[];
      }
    | {
        readonly kind: "endpoints_disabled";
        readonly endpoints: readonly {
          /** Address without path and query: some receivers have a secret there. */
          readonly place: string;
          /** null: a person did it by hand. */
          readonly reason: string | null;
        }[];
      }
    | {
        readonly kind: "endpoints_failing";
        readonly endpoints: readonly {
          readonly place: string;
          /** 1 or 24: hours for which the endpoint has failed. */
          readonly hours: number;
          /** Time by the business clock, as in JSON. */
          readonly since: string;
        }[];
      }
    | {
        readonly kind: "refunds_failed";
        readonly refunds: readonly {
          /** null: of a payment without an order. */
          readonly orderId: OrderId | null;
          /** Amount as its reader writes it. */
          readonly amount: string;
        }[];
      }
    | {
        readonly kind: "disputes_opened" | "disputes_due";
        readonly disputes: readonly {
          readonly orderId: OrderId;
          /** Amount as its reader writes it. */
          readonly amount: string;
          /** Kind name of the provider, as in a rail account. */
          readonly provider: string;
          /** Time by the business clock, as in JSON. null: the provider names none. */
          readonly answerBy: string | null;
        }[];
      }
  );
export type NewsKind = News["kind"];
export const NEWS_KINDS = [
  "keys",
  "endpoints_disabled",
  "endpoints_failing",
  "refunds_failed",
  "disputes_opened",
  "disputes_due",
] as const satisfies readonly NewsKind[];

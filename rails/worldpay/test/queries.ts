import { type Payment, summary } from "./records.ts";
import { refused, type Wire } from "./wire.ts";

export const QUERIES_TYPE = "application/vnd.worldpay.payment-queries-v1.hal+json";

/** Payment Queries, by reference or by id. @param listed the merchant's payments that are listed by now */
export function queried(url: URL, listed: readonly Payment[]): Wire {
  const [, , , paymentId] = url.pathname.split("/");
  if (paymentId === undefined) {
    const reference = url.searchParams.get("transactionReference");
    const payments = listed.filter((payment) => payment.reference === reference).map(summary);
    return {
      status: 200,
      type: QUERIES_TYPE,
      body: { _links: { self: { href: url.pathname + url.search } }, _embedded: { payments } },
      schema: ["queries", "pq_querybydaterange_200_response"],
    };
  }
  const payment = listed.find((payment) => payment.paymentId === paymentId);
  if (payment === undefined) return refused(404, "paymentNotFound");
  const refunds =
    payment.charged === null
      ? {}
      : {
          "cardPayments:partialRefund": {
            href: `${url.origin}/payments/settlements/refunds/partials/${payment.linkData}`,
          },
        };
  const { _links, ...rest } = summary(payment);
  const body = {
    ...rest,
    lastEvent: payment.events.at(-1)?.eventName,
    events: payment.events,
    _links: { ..._links, ...refunds },
  };
  return { status: 200, type: QUERIES_TYPE, body };
}

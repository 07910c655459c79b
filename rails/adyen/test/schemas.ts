import { publishedSchema } from "../../../test/providers/published-schema.ts";

/** A body that several alternatives describe equally is valid. */
const anyOf = (document: Record<string, unknown>): Record<string, unknown> =>
  JSON.parse(JSON.stringify(document).replaceAll('"oneOf"', '"anyOf"')) as Record<string, unknown>;
const DOCUMENTS = {
  "adyen-checkout": publishedSchema("adyen-checkout.json", anyOf),
  "adyen-webhooks": publishedSchema("adyen-webhooks.json", anyOf),
};
export const schemasArePresent = DOCUMENTS["adyen-checkout"] !== null;

if (!schemasArePresent)
  console.warn("Adyen's documents are absent: requests and answers are not compared with them");

const REQUESTS: Readonly<Record<string, readonly [string | null, string]>> = {
  "POST /sessions": ["CreateCheckoutSessionRequest", "CreateCheckoutSessionResponse"],
  "GET /sessions/{id}": [null, "SessionResultResponse"],
  "POST /paymentLinks": ["PaymentLinkRequest", "PaymentLinkResponse"],
  "GET /paymentLinks/{id}": [null, "PaymentLinkResponse"],
  "PATCH /paymentLinks/{id}": ["UpdatePaymentLinkRequest", "PaymentLinkResponse"],
  "POST /payments": ["PaymentRequest", "PaymentResponse"],
  "POST /payments/details": ["PaymentDetailsRequest", "PaymentDetailsResponse"],
  "POST /paymentMethods": ["PaymentMethodsRequest", "PaymentMethodsResponse"],
  "POST /payments/{id}/refunds": ["PaymentRefundRequest", "PaymentRefundResponse"],
  "POST /cancels": ["StandalonePaymentCancelRequest", "StandalonePaymentCancelResponse"],
};
const NOTIFICATIONS: Readonly<Record<string, string>> = {
  AUTHORISATION: "AuthorisationNotificationRequest",
  CANCELLATION: "CancellationNotificationRequest",
  CAPTURE_FAILED: "RefundCaptureFailedNotificationRequest",
  CHARGEBACK: "ChargebackNotificationRequest",
  OFFER_CLOSED: "NotificationRequest",
  REFUND: "RefundNotificationRequest",
  REFUND_FAILED: "RefundCaptureFailedNotificationRequest",
  TECHNICAL_CANCEL: "ModificationNotificationRequest",
};

let compiled = false;

/** @returns what the documents object to; empty as well where they are absent or do not know the operation */
export function objections(
  operation: string,
  side: "request" | "answer",
  body: unknown,
  status = 200,
): string[] {
  const [request, answer] = REQUESTS[operation] ?? [null, null];
  const schema = side === "request" ? request : status < 300 ? answer : "ServiceError";
  return schema === null ? [] : against("adyen-checkout", schema, body, `${operation} ${side}`);
}

/** Compares each item with the document of its event: a notification may hold events of several kinds. */
export function objectionsToNotification(body: {
  readonly notificationItems: readonly { readonly NotificationRequestItem: { readonly eventCode: string } }[];
}): string[] {
  return body.notificationItems.flatMap((item) => {
    const schema = NOTIFICATIONS[item.NotificationRequestItem.eventCode];
    if (schema === undefined) return [];
    // The documents do not describe where the signature is.
    const bare = JSON.parse(
      JSON.stringify({ ...body, notificationItems: [item] }, (name, value: unknown) =>
        name === "additionalData" ? undefined : value,
      ),
    ) as unknown;
    return against("adyen-webhooks", schema, bare, schema);
  });
}

/** Compiles all schemas, once in a process: it takes longer than a rail waits in tests. */
export function compileSchemas(): void {
  if (compiled) return;
  compiled = true;
  for (const operation of Object.keys(REQUESTS)) {
    objections(operation, "request", {});
    objections(operation, "answer", {});
  }
  objections("POST /sessions", "answer", {}, 422);
}

function against(document: keyof typeof DOCUMENTS, schema: string, body: unknown, what: string): string[] {
  const faults = DOCUMENTS[document]?.faults(`/components/schemas/${schema}`, body) ?? [];
  return faults.map((fault) => `${what}: ${fault}`);
}

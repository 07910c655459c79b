import { existsSync, readFileSync } from "node:fs";
import { Ajv, type ValidateFunction } from "ajv";

/** Adyen's published OpenAPI documents, where they lie beside the repository; null: nothing is compared with them. */
const FOLDER = new URL("../../../../shared/specs/", import.meta.url);
export const schemasArePresent = existsSync(new URL("adyen-checkout.json", FOLDER));

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

const compiled = new Map<string, ValidateFunction>();
let ajv: Ajv | null = null;

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

export function objectionsToNotification(body: {
  readonly notificationItems: readonly { readonly NotificationRequestItem: { readonly eventCode: string } }[];
}): string[] {
  const [first] = body.notificationItems;
  const schema = first && NOTIFICATIONS[first.NotificationRequestItem.eventCode];
  if (schema === undefined) return [];
  // The documents do not describe where the signature is.
  const bare = JSON.parse(
    JSON.stringify(body, (name, value: unknown) => (name === "additionalData" ? undefined : value)),
  ) as unknown;
  return against("adyen-webhooks", schema, bare, schema);
}

/** Compiles all schemas, once in a process: it takes longer than a rail waits in tests. */
export function compileSchemas(): void {
  if (compiled.size > 0) return;
  for (const operation of Object.keys(REQUESTS)) {
    objections(operation, "request", {});
    objections(operation, "answer", {});
  }
  objections("POST /sessions", "answer", {}, 422);
}

function against(document: string, schema: string, body: unknown, what: string): string[] {
  if (!schemasArePresent) return [];
  const name = `${document}#/components/schemas/${schema}`;
  let validate = compiled.get(name);
  if (validate === undefined) {
    ajv ??= new Ajv({ strict: false, validateFormats: false });
    if (ajv.getSchema(document) === undefined) {
      // A body that several alternatives describe equally is no fault of it.
      const source = readFileSync(new URL(`${document}.json`, FOLDER), "utf8").replaceAll(
        '"oneOf"',
        '"anyOf"',
      );
      ajv.addSchema({ $id: document, ...(JSON.parse(source) as object) });
    }
    validate = ajv.compile({ $ref: name });
    compiled.set(name, validate);
  }
  if (validate(body)) return [];
  return [`${what}: ${ajv!.errorsText(validate.errors)}`];
}

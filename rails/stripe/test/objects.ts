import { createHash } from "node:crypto";

/** Wire shapes of Stripe's objects, complete by its description of them; amounts in its units. */

export type Metadata = Readonly<Record<string, string>>;

export interface IntentObject {
  readonly id: string;
  readonly object: "payment_intent";
  readonly created: number;
  readonly metadata: Metadata;
  amount: number;
  amount_received: number;
  currency: string;
  status: string;
  last_payment_error: object | null;
  latest_charge: string | null;
  [other: string]: unknown;
}

export interface SessionObject {
  readonly id: string;
  readonly object: "checkout.session";
  readonly created: number;
  readonly amount_total: number;
  readonly currency: string;
  readonly client_reference_id: string | null;
  readonly metadata: Metadata;
  status: "open" | "complete" | "expired";
  payment_status: "paid" | "unpaid" | "no_payment_required";
  payment_intent: string | null;
  expires_at: number;
  client_secret: string | null;
  [other: string]: unknown;
}

export interface RefundObject {
  readonly id: string;
  readonly object: "refund";
  readonly amount: number;
  readonly currency: string;
  readonly payment_intent: string;
  readonly metadata: Metadata;
  status: string;
  failure_reason?: string;
  [other: string]: unknown;
}

export interface EventObject {
  readonly id: string;
  readonly object: "event";
  readonly type: string;
  readonly created: number;
  readonly livemode: boolean;
  readonly data: { readonly object: object };
  pending_webhooks: number;
  [other: string]: unknown;
}

export function stripeId(prefix: string, ...seed: unknown[]): string {
  return `${prefix}_${createHash("sha256").update(JSON.stringify(seed)).digest("hex").slice(0, 24)}`;
}

/** Members of a charge that say nothing here. */
const EMPTY_OF_CHARGE = [
  "application",
  "application_fee",
  "application_fee_amount",
  "balance_transaction",
  "calculated_statement_descriptor",
  "customer",
  "description",
  "failure_balance_transaction",
  "failure_code",
  "failure_message",
  "fraud_details",
  "on_behalf_of",
  "outcome",
  "payment_method",
  "payment_method_details",
  "receipt_email",
  "receipt_number",
  "receipt_url",
  "review",
  "shipping",
  "source",
  "source_transfer",
  "statement_descriptor",
  "statement_descriptor_suffix",
  "transfer_data",
  "transfer_group",
];

/** The charge of a payment that succeeded. */
export function chargeObject(intent: IntentObject, refunded: number): object {
  return {
    ...Object.fromEntries(EMPTY_OF_CHARGE.map((name) => [name, null])),
    id: intent.latest_charge,
    object: "charge",
    amount: intent.amount_received,
    amount_captured: intent.amount_received,
    amount_refunded: refunded,
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    captured: true,
    created: intent.created,
    currency: intent.currency,
    disputed: false,
    livemode: false,
    metadata: intent.metadata,
    paid: true,
    payment_intent: intent.id,
    refunded: refunded === intent.amount_received,
    status: "succeeded",
  };
}

export function seconds(at: Date): number {
  return Math.floor(at.getTime() / 1000);
}

export function sessionObject(facts: {
  readonly id: string;
  readonly at: Date;
  readonly expiresAt: number;
  readonly livemode: boolean;
  readonly amount: number;
  readonly currency: string;
  readonly reference: string | null;
  readonly metadata: Metadata;
  readonly returnUrl: string;
  readonly email: string | null;
}): SessionObject {
  const { id, livemode, amount, currency, metadata } = facts;
  return {
    ...nulls(
      "after_expiration allow_promotion_codes allowed_payment_method_types billing_address_collection cancel_url " +
        "collected_information consent consent_collection currency_conversion customer customer_account customer_details " +
        "discounts integration_identifier invoice invoice_creation locale managed_payments origin_context payment_link " +
        "payment_method_configuration_details permissions recovered_from saved_payment_method_options setup_intent " +
        "shipping_address_collection shipping_cost submit_type subscription success_url url wallet_options",
    ),
    id,
    object: "checkout.session",
    adaptive_pricing: { enabled: false },
    amount_subtotal: amount,
    amount_total: amount,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    client_reference_id: facts.reference,
    client_secret: `${id}_secret_${stripeId("x", id).slice(2)}`,
    created: seconds(facts.at),
    currency,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer_creation: "if_required",
    customer_email: facts.email,
    expires_at: facts.expiresAt,
    livemode,
    metadata,
    mode: "payment",
    payment_intent: null,
    payment_method_collection: "if_required",
    payment_method_options: {},
    payment_method_types: ["card"],
    payment_status: "unpaid",
    redirect_on_completion: "always",
    return_url: facts.returnUrl,
    shipping_options: [],
    status: "open",
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: "embedded_page",
  };
}

export function intentObject(facts: {
  readonly id: string;
  readonly at: Date;
  readonly livemode: boolean;
  readonly amount: number;
  readonly currency: string;
  readonly metadata: Metadata;
}): IntentObject {
  const { id, livemode, amount, currency, metadata } = facts;
  return {
    ...nulls(
      "application application_fee_amount automatic_payment_methods canceled_at cancellation_reason customer " +
        "customer_account description excluded_payment_method_types managed_payments next_action on_behalf_of " +
        "payment_method payment_method_configuration_details payment_record processing receipt_email review " +
        "setup_future_usage shipping source statement_descriptor statement_descriptor_suffix transfer_group",
    ),
    id,
    object: "payment_intent",
    allowed_payment_method_types: null,
    amount,
    amount_capturable: 0,
    amount_received: 0,
    capture_method: "automatic_async",
    client_secret: `${id}_secret_${stripeId("x", id).slice(2)}`,
    confirmation_method: "automatic",
    created: seconds(facts.at),
    currency,
    last_payment_error: null,
    latest_charge: null,
    livemode,
    metadata,
    payment_method_options: {},
    payment_method_types: ["card"],
    status: "requires_payment_method",
  };
}

export function refundObject(facts: {
  readonly id: string;
  readonly at: Date;
  readonly amount: number;
  readonly currency: string;
  readonly paymentIntent: string;
  readonly charge: string | null;
  readonly metadata: Metadata;
  readonly status: string;
  readonly reason: string | null;
}): RefundObject {
  return {
    ...nulls(
      "balance_transaction customer customer_account payment_method receipt_number source_transfer_reversal " +
        "transfer_reversal",
    ),
    id: facts.id,
    object: "refund",
    amount: facts.amount,
    charge: facts.charge,
    created: seconds(facts.at),
    currency: facts.currency,
    metadata: facts.metadata,
    payment_intent: facts.paymentIntent,
    reason: facts.reason,
    status: facts.status,
  };
}

export function disputeObject(facts: {
  readonly id: string;
  readonly at: Date;
  readonly livemode: boolean;
  readonly amount: number;
  readonly currency: string;
  readonly paymentIntent: string;
  readonly reason: string;
  readonly status: string;
}): { readonly id: string; readonly object: "dispute"; status: string; [other: string]: unknown } {
  return {
    id: facts.id,
    object: "dispute",
    amount: facts.amount,
    balance_transactions: [],
    charge: stripeId("ch", facts.paymentIntent),
    created: seconds(facts.at),
    currency: facts.currency,
    enhanced_eligibility_types: [],
    evidence: {
      ...nulls(
        "access_activity_log billing_address cancellation_policy cancellation_policy_disclosure cancellation_rebuttal " +
          "customer_communication customer_email_address customer_name customer_purchase_ip customer_signature " +
          "duplicate_charge_documentation duplicate_charge_explanation duplicate_charge_id product_description receipt " +
          "refund_policy refund_policy_disclosure refund_refusal_explanation service_date service_documentation " +
          "shipping_address shipping_carrier shipping_date shipping_documentation shipping_tracking_number " +
          "uncategorized_file uncategorized_text",
      ),
      enhanced_evidence: {},
    },
    evidence_details: {
      due_by: null,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: "manual",
    },
    intended_submission_method: "manual",
    is_charge_refundable: false,
    livemode: facts.livemode,
    metadata: {},
    payment_intent: facts.paymentIntent,
    reason: facts.reason,
    status: facts.status,
  };
}

export function eventObject(facts: {
  readonly id: string;
  readonly at: Date;
  readonly type: string;
  readonly livemode: boolean;
  readonly object: object;
}): EventObject {
  return {
    id: facts.id,
    object: "event",
    api_version: "2026-10-28.endive",
    created: seconds(facts.at),
    data: { object: structuredClone(facts.object) },
    livemode: facts.livemode,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type: facts.type,
  };
}

function nulls(names: string): Record<string, null> {
  return Object.fromEntries(names.split(" ").map((name) => [name, null]));
}

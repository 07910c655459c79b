import { z } from "zod";
import { type ConfirmStep, INSTRUCTION_TYPES, RAIL_KINDS } from "../../../ports/rail.ts";
import { Checkout } from "../../../src/checkout/checkout.ts";
import { RailUnavailable } from "../../../src/checkout/rail-unavailable.ts";
import { Confirmation, type Confirmed } from "../../../src/checkout/confirmation.ts";
import {
  InvalidSessionHref,
  PaymentDeclined,
  SessionFinal,
  WrongRail,
} from "../../../src/checkout/confirmation.ts";
import {
  CurrencyMismatch,
  FiatDisabled,
  FiatNotConfigured,
  SoldOut,
  TooManyPendingSessions,
} from "../../../src/checkout/decision.ts";
import { Expiration, SessionNotExpirable } from "../../../src/checkout/expiration.ts";
import { Inquiry } from "../../../src/settlement/inquiry.ts";
import { type Order, outcomeOf, type PolledOrder } from "../../../src/checkout/order.ts";
import { AmountTooSmall } from "../../../src/checkout/pricing.ts";
import { isPlainUrl, ReturnUrlNotAllowed } from "../../../src/checkout/return-url.ts";
import { CryptoDisabled, CryptoNotConfigured, tokenChoiceOf } from "../../../src/till/token-choice.ts";
import { EntryConditionNotMet } from "../../../src/lots/entry-question.ts";
import { EntriesClosed } from "../../../src/lots/lot.ts";
import { mailAddress } from "../../../src/mails/mail-address.ts";
import { AFFILIATE_CODE, normalizedCode } from "../../../src/organisations/affiliate.ts";
import { PAYMENT_TOKENS } from "../../../src/organisations/organisation.ts";
import { isOrderId, type LotId, type OrderId } from "../../../src/shared/ids.ts";
import { metadata, metadataMember, shownMetadata, storedMetadata } from "../../../src/shared/metadata.ts";
import { NotFound } from "../../../src/shared/problem.ts";
import { integer, optional, optionalOr, text } from "../../../src/shared/input/fields.ts";
import { count, FORMS, id, idOf, walletAddress } from "../input/fields.ts";
import { partnerRoute } from "./partner-route.ts";
import { routes } from "../kernel/route.ts";

const time = z.iso.datetime();
export const STATUSES = ["pending", "paid", "failed"] as const;

const instruction = z
  .strictObject({
    type: z.enum(INSTRUCTION_TYPES),
    redirectUrl: z.string().nullable(),
    data: z.string().nullable(),
  })
  .meta({ id: "PaymentInstruction" });

const sessionReply = z
  .strictObject({
    id: z.string().describe("The session's id, used to get its status."),
    status: z.enum(STATUSES),
    provider: z.enum(RAIL_KINDS).nullable().describe("The payment rail. Null if nothing is charged."),
    amount: count.describe("The charge in minor units of the currency (USD: cents; VND: whole units)."),
    currency: z.string(),
    payment: instruction.nullable().describe("The payment step to show to the buyer."),
    metadata: shownMetadata,
  })
  .meta({ id: "CheckoutSession" });

const returnUrl = z
  .string()
  .max(2048)
  .refine(isPlainUrl, "must be a URL that browsers parse without changing it")
  .meta({ format: "uri" });

export const statusReply = z
  .strictObject({
    id: z.string(),
    status: z.enum(STATUSES),
    competitionId: id,
    quantity: count,
    amount: count,
    currency: z.string(),
    ticketsIssued: z.boolean().describe("True once the buyer's tickets are issued."),
    error: z.string().nullable().describe("The reason if the status is failed."),
    ticketNumbers: z
      .array(id)
      .describe(
        "Extension: the buyer's ticket numbers, as in `entry.confirmed`. Empty until they are issued.",
      ),
    ticketPriceUSDCents: count.describe("Extension: the price of one ticket, in US cents."),
    priceUSDCents: count.describe("Extension: the price of all tickets before credit, in US cents."),
    creditAppliedUSDCents: count.describe(
      "Extension: the part of the price that account credit pays, in US cents.",
    ),
    createdAt: time.describe("Extension."),
    expiresAt: time.describe(
      "Extension: the end of the hold on the tickets; later while the provider processes the payment. A session that is unpaid when the competition ends is cancelled then, if the provider can cancel for certain.",
    ),
    givenBackAt: time
      .nullable()
      .describe(
        "Extension: the time at which an operator or the competition's cancellation refunded payment and credit. The provider may still be sending the money. Null if the session was not refunded.",
      ),
    metadata: shownMetadata,
  })
  .meta({ id: "CheckoutStatus" });

const confirmReply = z
  .strictObject({
    id: z.string(),
    status: z.enum(STATUSES),
    ticketsIssued: z.boolean(),
    paymentId: z.string().nullable(),
    payment: instruction
      .nullable()
      .describe(
        "Extension: the next step of the buyer's browser for the bank (3-D Secure), before confirm is called again.",
      ),
  })
  .meta({ id: "CheckoutConfirmation" });

const href = z.url().max(2048);
const device = z
  .strictObject({
    userAgent: text({ min: 1, max: 2048 }),
    acceptHeader: text({ min: 1, max: 2048 }),
    ipAddress: optional(z.union([z.ipv4(), z.ipv6()], "must be an IPv4 or IPv6 address")),
  })
  .meta({ id: "BuyerDevice" });
const deviceData = z
  .strictObject({ reference: text({ min: 1, max: 500 }).nullable() })
  .meta({ id: "BuyerDeviceData" });

const sessionForm = z
  .strictObject({
    sessionHref: href,
    cvcHref: optional(href),
    device: optional(device).describe("Extension: facts about the buyer's browser, for 3-D Secure."),
  })
  .meta({ id: "CheckoutConfirmBySession" });
const deviceDataForm = z
  .strictObject({ deviceData: deviceData.describe("Extension: the answer of the bank's hidden frame.") })
  .meta({ id: "CheckoutConfirmByDeviceData" });
const challengeForm = z
  .strictObject({
    challenge: z.literal("done").describe("Extension: the bank's challenge of the buyer is done."),
  })
  .meta({ id: "CheckoutConfirmByChallenge" });

/** One of three forms, of which the first is the specification's. Members of the others may be null. */
export const confirmRequest = z
  .strictObject({
    ...sessionForm.shape,
    sessionHref: optional(href),
    deviceData: optional(deviceData),
    challenge: optional(challengeForm.shape.challenge),
  })
  .check(({ value, issues }) => {
    const { sessionHref, cvcHref, device, deviceData, challenge } = value;
    const forms = [sessionHref, deviceData, challenge].filter((form) => form !== undefined).length;
    const aside = sessionHref === undefined && (cvcHref !== undefined || device !== undefined);
    if (forms === 1 && !aside) return;
    const message = "is required unless exactly one of deviceData and challenge is given";
    issues.push({ code: "custom", path: ["sessionHref"], message, input: value });
  })
  .meta({ id: "CheckoutConfirmRequest", [FORMS]: [sessionForm, deviceDataForm, challengeForm] });

/** @param body has passed the check that it is of one form */
export function confirmStep(body: z.output<typeof confirmRequest>): ConfirmStep {
  const { sessionHref, cvcHref = null, device, deviceData } = body;
  if (deviceData) return { step: "device_data", reference: deviceData.reference };
  if (sessionHref === undefined) return { step: "challenge_done" };
  const buyerDevice = device ? { ...device, ipAddress: device.ipAddress ?? null } : null;
  return { step: "fields", sessionHref, cvcHref, device: buyerDevice };
}

const buyerByEmail = z.strictObject({ email: mailAddress }).meta({ id: "CheckoutBuyerByEmail" });
const buyerByWallet = z.strictObject({ walletAddress }).meta({ id: "CheckoutBuyerByWallet" });

const sessionCreate = z
  .strictObject({
    competitionId: idOf<LotId>(),
    quantity: optionalOr(integer({ min: 1, max: 100 }), 1),
    buyer: z
      .strictObject({ email: optional(mailAddress), walletAddress: optional(walletAddress) })
      .refine((buyer) => (buyer.email === undefined) !== (buyer.walletAddress === undefined), {
        message: "must have exactly one of email and walletAddress",
      })
      .meta({
        id: "CheckoutBuyer",
        description: "The buyer, by exactly one of email and walletAddress.",
        [FORMS]: [buyerByEmail, buyerByWallet],
      }),
    skillPass: optional(text({ min: 1, max: 200 })),
    currency: optional(text({ min: 1, max: 10 })).describe(
      "The charge currency. If present, it must be the competition's.",
    ),
    applyCredit: optionalOr(z.boolean(), true),
    returnUrl: optional(returnUrl).describe(
      "The https address that the buyer returns to, on one of the organisation's return hosts. It is used as written; `ref` and `status` are appended to its query.",
    ),
    affiliate: optional(z.string().regex(AFFILIATE_CODE, "must be the code of an affiliate")).describe(
      "Extension: the code of the affiliate who referred the buyer and earns a commission. Case does not matter.",
    ),
    token: optional(z.enum(PAYMENT_TOKENS)).describe(
      "Extension: the token to pay in, to a separate address for this session. Default: payment in the charge currency.",
    ),
    refundAddress: optional(walletAddress).describe(
      "Extension, with token: the address that refunds are sent to. Default: the buyer's walletAddress. Required with an email, unless credit covers the order.",
    ),
    metadata: optional(metadata),
  })
  .meta({
    id: "CheckoutSessionRequest",
    example: {
      competitionId: 5,
      quantity: 2,
      buyer: { email: "buyer@example.com" },
      returnUrl: "https://shop.example/thanks",
      metadata: { order: "A-1017" },
    },
  });

const params = z.object({ id: z.string().refine(isOrderId) as z.ZodType<OrderId, string> });

function toSession(order: Order): z.input<typeof sessionReply> {
  return {
    id: order.id,
    status: outcomeOf(order).status,
    provider: order.railKind,
    amount: order.charge.amount,
    currency: order.charge.currency,
    payment: order.instruction,
    ...metadataMember(order.metadata),
  };
}

export function toStatus(order: PolledOrder): z.input<typeof statusReply> {
  const { status, error } = outcomeOf(order);
  return {
    id: order.id,
    status,
    competitionId: order.lotId,
    quantity: order.quantity,
    amount: order.charge.amount,
    currency: order.charge.currency,
    ticketsIssued: status === "paid",
    error,
    ticketNumbers: ticketNumbers(order),
    ticketPriceUSDCents: order.priceCents / order.quantity,
    priceUSDCents: order.priceCents,
    creditAppliedUSDCents: order.creditCents,
    createdAt: order.createdAt.toISOString(),
    expiresAt: order.holdUntil.toISOString(),
    givenBackAt: order.givenBackAt?.toISOString() ?? null,
    ...metadataMember(order.metadata),
  };
}

function ticketNumbers({ firstTicket, quantity }: PolledOrder): number[] {
  return firstTicket === null ? [] : Array.from({ length: quantity }, (_, n) => firstTicket + n);
}

export function toConfirmation(order: Confirmed): z.input<typeof confirmReply> {
  const { status } = outcomeOf(order);
  const { id, paymentId, next } = order;
  return { id, status, ticketsIssued: status === "paid", paymentId, payment: next };
}

const NEEDS = { checkout: Checkout, inquiry: Inquiry, expiration: Expiration, confirmation: Confirmation };

export const checkoutRoutes = routes(NEEDS, ({ checkout, inquiry, expiration, confirmation }) => {
  return [
    partnerRoute({
      operationId: "createCheckoutSession",
      method: "POST",
      path: "/checkout/sessions",
      summary: "Create a checkout session",
      description: "Prices and holds the entries, and creates the payment at the competition's payment rail.",
      tag: "Checkout",
      scope: "entries:create",
      body: sessionCreate,
      status: 201,
      reply: sessionReply,
      problems: [
        NotFound,
        EntriesClosed,
        FiatDisabled,
        FiatNotConfigured,
        CryptoDisabled,
        CryptoNotConfigured,
        CurrencyMismatch,
        ReturnUrlNotAllowed,
        AmountTooSmall,
        EntryConditionNotMet,
        TooManyPendingSessions,
        SoldOut,
        RailUnavailable,
      ],
      idempotency: "resumable",
      handle: async ({ caller, body, requestId, idempotency, note }) => {
        const buyer = { email: body.buyer.email ?? null, wallet: body.buyer.walletAddress ?? null };
        const order = await checkout.create({
          organisationId: caller.organisationId,
          apiKeyId: caller.apiKeyId,
          requestId,
          idempotencyId: idempotency?.id ?? null,
          resumed: idempotency?.resumed ?? false,
          lotId: body.competitionId,
          quantity: body.quantity,
          buyer,
          skillPass: body.skillPass ?? null,
          currency: body.currency ?? null,
          applyCredit: body.applyCredit,
          returnUrl: body.returnUrl ?? null,
          affiliate: body.affiliate === undefined ? null : normalizedCode(body.affiliate),
          tokens: tokenChoiceOf(body, buyer),
          ...metadataMember(storedMetadata(body.metadata)),
        });
        note({ orderId: order.id });
        return toSession(order);
      },
    }),
    partnerRoute({
      operationId: "getCheckoutSession",
      method: "GET",
      path: "/checkout/sessions/{id}",
      summary: "Get a checkout session",
      description:
        "Returns the session's status. Poll it until `ticketsIssued` is true or `status` is failed.",
      tag: "Checkout",
      scope: "entries:create",
      params,
      reply: statusReply,
      problems: [NotFound],
      handle: async ({ caller, params }) => toStatus(await inquiry.poll(caller.organisationId, params.id)),
    }),
    partnerRoute({
      operationId: "expireCheckoutSession",
      method: "POST",
      path: "/checkout/sessions/{id}/expire",
      summary: "Expire a checkout session",
      description:
        "Extension. Cancels the payment of a pending session at the provider and releases the tickets, credit and pass that the session holds, once it is certain that the session can no longer be paid: the session then has failed with `expired`. If the provider cannot rule out a payment, the answer is 409 `session_not_expirable`, and the session ends at its `expiresAt`. A session that has already failed is returned unchanged.",
      tag: "Checkout",
      scope: "entries:create",
      params,
      reply: statusReply,
      problems: [NotFound, SessionFinal, SessionNotExpirable, RailUnavailable],
      idempotency: "resumable",
      handle: async ({ caller, params }) =>
        toStatus(await expiration.expire(caller.organisationId, params.id)),
    }),
    partnerRoute({
      operationId: "confirmCheckoutSession",
      method: "POST",
      path: "/checkout/sessions/{id}/confirm",
      summary: "Confirm a card payment",
      description:
        "Charges the card of a session of the `fields` rail. If the bank challenges the buyer (3-D Secure), the session stays pending: the buyer's browser then does what `payment` says, and you call confirm again with `deviceData` or `challenge`. If a session is pending without `payment` one minute after a confirm, confirm it again with `sessionHref`: the card is charged only if the rail rules out an earlier charge.",
      tag: "Checkout",
      scope: "entries:create",
      params,
      body: confirmRequest,
      reply: confirmReply,
      problems: [NotFound, WrongRail, SessionFinal, InvalidSessionHref, PaymentDeclined, RailUnavailable],
      idempotency: "resumable",
      handle: async ({ caller, params, body, idempotency }) => {
        const order = await confirmation.confirm({
          organisationId: caller.organisationId,
          orderId: params.id,
          step: confirmStep(body),
          resumed: idempotency?.resumed ?? false,
        });
        return toConfirmation(order);
      },
    }),
  ];
});

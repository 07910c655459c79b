import { inClient, inMessages, inRail, mutants } from "./mutant.ts";

/** Mistakes in creating, looking up, cancelling and refunding. */
export const ASKING = mutants({
  "wrong-exponent": [
    "JPY is charged a hundredfold.",
    inRail("        amount,\n", '        amount: currency === "JPY" ? amount * 100 : amount,\n'),
  ],
  "wrong-id-stored": [
    "What creating gives as the payment's id is not the id.",
    inRail("ids: { payment: creation.id }", "ids: { payment: creation.reference }"),
  ],
  "wrong-path-by-id": [
    "Looking up by the stored id asks an address that is not there.",
    inRail("path: `/payments/${encodeURIComponent(id)}`", "path: `/payment/${encodeURIComponent(id)}`"),
  ],
  "newest-of-the-list": [
    "Without an id, the newest payment is taken.",
    inRail(
      "listed.data.payments.find((one) => isOf(one, order, account))",
      "listed.data.payments.find(({ reference }) => reference !== undefined)",
    ),
  ],
  "first-page-only": [
    "Without an id, only a part of the payments is looked through.",
    inRail(
      "const since = new Date(order.createdAt.getTime() - CLOCKS_DIFFER_MS).toISOString();",
      "const since = this.#options.now().toISOString();",
    ),
  ],
  "lost-look-up-declines": [
    "A look-up that the provider fails to answer is a decline.",
    inRail(
      'return found.end === "data" ? outcomeOf(found.data) : unknownPayment(found);',
      'if (found.end === "no_answer" || found.end === "undecided") return { outcome: "declined", decline: { code: "error", message: "Failed.", retry: "now" } };\n    return found.end === "data" ? outcomeOf(found.data) : unknownPayment(found);',
    ),
  ],
  "failed-refund-failed": [
    "A refund that the provider fails to answer counts as failed.",
    inRail(
      "refundOutcome(refundData.data) : refundTrouble(refundData);",
      'refundOutcome(refundData.data) : refundTrouble(refundData.end === "undecided" ? { ...refundData, end: "refused" } : refundData);',
    ),
  ],
  "repeated-under-another-key": [
    "A request that failed is repeated under another idempotency key.",
    inClient(
      "return askJson(request, ANSWER);",
      "const first = await askJson(request, ANSWER);\n  if (first.end !== 'undecided' || idempotencyKey === undefined) return first;\n  return askJson({ ...request, headers: { ...request.headers, 'idempotency-key': `${idempotencyKey}.again` } }, ANSWER);",
    ),
  ],
  "key-in-a-reason": [
    "A refusal's reason has the API key in it.",
    inRail(
      "return creationTrouble(created);",
      'return created.end === "refused" ? { outcome: "rejected", reason: `refused ${account.credentials.apiKey}` } : creationTrouble(created);',
    ),
  ],
  "lost-look-up-not-found": [
    "No answer to a look-up counts as no payment.",
    inRail(
      "outcomeOf(found.data) : unknownPayment(found);",
      'outcomeOf(found.data) : found.end === "no_answer" ? { outcome: "unknown", reason: "not_found" } : unknownPayment(found);',
    ),
  ],
  "refusal-is-no-answer": [
    "A look-up that the provider refuses counts as no answer, and closes the account.",
    inRail(
      "outcomeOf(found.data) : unknownPayment(found);",
      'outcomeOf(found.data) : { outcome: "unknown", reason: "timeout" };',
    ),
  ],
  "return-elsewhere": [
    "Buyers come back to a foreign page.",
    inRail("return_url: order.returnUrl", 'return_url: "https://example.com/"'),
  ],
  "notifications-elsewhere": [
    "Notifications go to a foreign address.",
    inRail("notification_url: order.notificationUrl", 'notification_url: "https://example.com/"'),
  ],
  "redirected-elsewhere": [
    "Buyers are sent to a page that is not the provider's.",
    inRail("redirectUrl: creation.url", 'redirectUrl: "https://example.com/"'),
  ],
  "creation-key-of-the-order": [
    "The key of a creation changes with description and return address.",
    inRail(
      "idempotencyKey: order.id,",
      "idempotencyKey: `${order.id}${order.description}${order.returnUrl}`,",
    ),
  ],
  "order-s-money": [
    "A look-up reports the amount of the order, not the amount received.",
    inRail(
      "? outcomeOf(found.data) : unknownPayment(found);",
      '? found.data.state === "paid" ? ({ ...outcomeOf(found.data), received: order.charge } as PaymentOutcome) : outcomeOf(found.data) : unknownPayment(found);',
    ),
  ],
  "reset-not-sent": [
    "A connection that was cut counts as nothing sent.",
    inClient(
      "return askJson(request, ANSWER);",
      "const answer = await askJson(request, ANSWER);\n  return answer.end === 'no_answer' && !request.signal.aborted ? { end: 'not_sent' } : answer;",
    ),
  ],
  "no-deadline": [
    "A provider that hangs is waited for without end.",
    inClient("AbortSignal.timeout(timeoutMs)", "new AbortController().signal"),
  ],
  "remembered-key": [
    "The first account's key serves all accounts.",
    inClient(
      "authorization: `Bearer ${credentials.apiKey}`",
      "authorization: `Bearer ${((globalThis as { first?: string }).first ??= credentials.apiKey)}`",
    ),
  ],
  "cancelled-though-processing": [
    "Cancelling what is being paid says cancelled.",
    inRail(
      'return after.end === "data" ?',
      'return after.end === "data" && after.data.state === "processing" ? "cancelled" : after.end === "data" ?',
    ),
  ],
  "cancelled-though-unseen": [
    "Cancelling what cannot be found says cancelled.",
    inRail('if (found.end !== "data") return "unknown";', 'if (found.end !== "data") return "cancelled";'),
  ],
  "expired-is-cancelled": [
    "What has expired says that it was cancelled.",
    inMessages("return { outcome: state, ids };", 'return { outcome: "cancelled", ids };'),
  ],
  "reserved-is-paid": [
    "Money that is only reserved counts as paid.",
    inMessages(
      '    case "authorized":\n    case "processing":\n      return { outcome: "pending", stage: "processing", ids };\n    case "paid": {\n      const charge = charges.at(-1);',
      '    case "processing":\n      return { outcome: "pending", stage: "processing", ids };\n    case "authorized":\n    case "paid": {\n      const charge = charges.at(-1) ?? { id, amount: 2500, currency: "USD" };',
    ),
  ],
  "random-refund-key": [
    "Each repetition of a refund has a new idempotency key.",
    inRail("idempotencyKey: `${order.id}.${key}`", "idempotencyKey: crypto.randomUUID()"),
  ],
  "refund-key-of-the-amount": [
    "Two refunds of the same amount have one idempotency key.",
    inRail("idempotencyKey: `${order.id}.${key}`", "idempotencyKey: `${order.id}.${amount.amount}`"),
  ],
  "any-refund-found": [
    "A refund's look-up takes any refund that is there.",
    inRail(
      "list.data.refunds.find((one) => one.key === key)",
      "list.data.refunds.find((one) => one.key !== undefined)",
    ),
  ],
  "refund-of-the-charge": [
    "The whole charge is refunded instead of the requested amount.",
    inRail("{ key, ...amount, charge: paymentId }", "{ key, ...order.charge, charge: paymentId }"),
  ],
  "queued-is-refunded": [
    "A refund that only waits counts as done.",
    inMessages('queued: "requested"', 'queued: "succeeded"'),
  ],
  "any-account-accepted": [
    "Credentials that the provider refuses are accepted.",
    inRail(
      'if (answer.end === "data") return {',
      'if (answer.end === "data" || answer.end === "refused") return {',
    ),
  ],
  "charged-without-cents": [
    "What is less than a whole unit is not charged.",
    inRail("        amount,\n", "        amount: amount - (amount % 100),\n"),
  ],
  "seen-without-cents": [
    "A look-up of JPY loses the last two digits.",
    inMessages(
      "received: { amount, currency }, paymentId, ids }",
      'received: { amount: currency === "JPY" ? amount - (amount % 100) : amount, currency }, paymentId, ids }',
    ),
  ],
  "reference-cut": [
    "A reference of 64 characters loses the last one: two orders share a payment.",
    inRail("idempotencyKey: order.id,", "idempotencyKey: order.id.slice(0, 63),"),
    inRail("reference: order.id,", "reference: order.id.slice(0, 63),"),
    inRail("metadata: markOf(order.id),", "metadata: markOf(order.id.slice(0, 63)),"),
    inRail("orderIdOf(payment) === order.id", "orderIdOf(payment) === order.id.slice(0, 63)"),
  ],
  "refund-of-another-order": [
    "A refund is found by its key, also if it is another order's.",
    inRail("/refunds?payment=${found.data.id}&after=", "/refunds?after="),
  ],
  "first-page-of-payments": [
    "Only the first page of payments is searched.",
    inRail("if (listed.data.next === null) return NO_PAYMENT;", "if (page >= 0) return NO_PAYMENT;"),
  ],
});

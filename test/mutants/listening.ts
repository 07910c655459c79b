import { inMessages, inRail, mutants } from "./mutant.ts";

const ONE_EVENT = "      events: [event],\n";
const DISPUTE = `        orderId,
        paymentId,
        disputeId,
        stage,
        amount: { amount, currency },`;

/** Mistakes in reading notifications and in fetching those that were missed. */
export const LISTENING = mutants({
  "notified-exponent": [
    "A notification of JPY tells a hundredfold.",
    inMessages(
      "orderId, payment: outcomeOf(paymentData) }",
      'orderId, payment: outcomeOf({ ...paymentData, charges: paymentData.charges.map((one) => ({ ...one, amount: one.currency === "JPY" ? one.amount * 100 : one.amount })) }) }',
    ),
  ],
  "dedupe-key-of-the-time": [
    "An event that is read later is another event.",
    inRail(
      '{ headers, rawBody }: Parameters<Rail["readNotification"]>[1],',
      '{ headers, rawBody, now }: Parameters<Rail["readNotification"]>[1],',
    ),
    inRail(ONE_EVENT, "      events: [{ ...event, dedupeKey: `${event.dedupeKey}.${now.getTime()}` }],\n"),
  ],
  "one-dedupe-key": [
    "Different events are one.",
    inMessages(
      "const { id: dedupeKey, type, data } = body.data;",
      "const { type, data } = body.data;\n  const dedupeKey = type;",
    ),
  ],
  "refund-without-key": [
    "A notification of a refund does not say which.",
    inMessages("        refundKey,\n        refundId,\n", "        refundKey: null,\n        refundId,\n"),
  ],
  "failed-refund-succeeded": [
    "A refund that failed later counts as done.",
    inMessages("state: refundOutcome(refundData).outcome,", 'state: "succeeded",'),
  ],
  "disputes-are-one": [
    "All disputes are one, of one cent, and of no payment.",
    inMessages(
      DISPUTE,
      '        orderId: null,\n        disputeId: "dispute",\n        stage,\n        amount: { amount: 1, currency },',
    ),
  ],
  "dispute-of-nothing": [
    "A dispute names neither order nor payment.",
    inMessages(DISPUTE, DISPUTE.replace("orderId,\n        paymentId,", "orderId: null,")),
  ],
  "dispute-of-the-wrong-amount": [
    "A dispute tells another amount.",
    inMessages(DISPUTE, DISPUTE.replace("amount: { amount,", "amount: { amount: 1,")),
  ],
  "unsigned-header-believed": [
    "An unsigned header says whose payment it is.",
    inRail(
      ONE_EVENT,
      '      events: [event.about === "payment" && headers["example-reference"] ? { ...event, orderId: headers["example-reference"] } : event],\n',
    ),
  ],
  "empty-key": [
    "An account without signing key believes what is signed with an empty one.",
    inRail("if (!credentials.webhookKey || genuine.length === 0)", "if (genuine.length === 0)"),
  ],
  "unreadable-acknowledged": [
    "An event that cannot be read is acknowledged, and never sent again.",
    inRail(
      'if (event === null) return { verified: false, status: 400, reason: "not as documented" };',
      'if (event === null) return { verified: true, events: [], acknowledgement: { status: 200, contentType: "text/plain", body: "ok" } };',
    ),
  ],
  "other-environment-believed": [
    "A payment of the test environment settles a live order.",
    inMessages('  if (body.data.test !== test) return { about: "ignored", dedupeKey, type };\n', ""),
  ],
  "any-content-type": [
    "A body of any content type is read.",
    inRail(
      'if (headers["content-type"] !== "application/json")',
      'if (headers["content-type"] === undefined)',
    ),
  ],
  "unknown-type-refused": [
    "A type of event that is new is refused, and sent again for ever.",
    inMessages(
      '    default:\n      return { about: "ignored", dedupeKey, type };\n  }\n}\n',
      "    default:\n      return null;\n  }\n}\n",
    ),
  ],
  "missed-event-of-another-order": [
    "An event that was missed names another order than its notification.",
    inRail(
      "eventOf(event, isTest(account)) ?? [])",
      'eventOf(event, isTest(account)) ?? []).map((one) => (one.about === "payment" ? { ...one, orderId: "cs_other" } : one))',
    ),
  ],
  "nothing-missed-when-away": [
    "When the provider does not answer, no event counts as missed.",
    inRail('if (list.end !== "data") return null;', 'if (list.end !== "data") return [];'),
  ],
  "missed-since-a-minute-later": [
    "Events of the first minute of the requested time are left out.",
    inRail("since=${since.toISOString()}", "since=${new Date(since.getTime() + 60_001).toISOString()}"),
  ],
  "notified-without-cents": [
    "A notification of a payment loses what is less than a whole unit.",
    inMessages(
      "orderId, payment: outcomeOf(paymentData) }",
      "orderId, payment: outcomeOf({ ...paymentData, charges: paymentData.charges.map((one) => ({ ...one, amount: one.amount - (one.amount % 100) })) }) }",
    ),
  ],
  "refund-told-without-cents": [
    "A notification of a refund loses what is less than a whole unit.",
    inMessages(
      "        state: refundOutcome(refundData).outcome,\n        amount: { amount, currency },",
      "        state: refundOutcome(refundData).outcome,\n        amount: { amount: amount - (amount % 100), currency },",
    ),
  ],
  "paid-known-since-processing": [
    "A payment's event counts as the one of its processing: it is never read.",
    inMessages(
      "const { id: dedupeKey, type, data } = body.data;",
      'const { type, data } = body.data;\n  const ended = data["state"] === "processing" ? "paid" : data["state"];\n  const dedupeKey = type === "payment" ? `${String(data["reference"])}.${String(ended)}` : body.data.id;',
    ),
  ],
  "second-dispute-known": [
    "Of all disputes only the first is read: the events of the others count as sent again.",
    inMessages(
      "const { id: dedupeKey, type, data } = body.data;",
      'const { type, data } = body.data;\n  const dedupeKey = type === "dispute" ? type : body.data.id;',
    ),
  ],
  "missed-newest-first": [
    "Events that were missed come newest first.",
    inRail("eventOf(event, isTest(account)) ?? []);", "eventOf(event, isTest(account)) ?? []).toReversed();"),
  ],
  "reserved-is-notified-as-paid": [
    "A notification of reserved money reports it as paid.",
    inMessages(
      "orderId, payment: outcomeOf(paymentData) }",
      'orderId, payment: outcomeOf(paymentData.state === "authorized" ? { ...paymentData, state: "paid", charges: [{ id: paymentData.id, amount: paymentData.amount, currency: paymentData.currency }] } : paymentData) }',
    ),
  ],
});

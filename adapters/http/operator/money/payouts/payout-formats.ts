import type { Currencies } from "../../../../../ports/currencies.ts";
import type { PayoutLine } from "../../../../../src/finance/payout-matching.ts";
import type { Money } from "../../../../../src/shared/money.ts";
import { cellsOf, fileFault, type PayoutCells, type PayoutRow, readRows } from "./payout-csv.ts";

/** Providers whose payout files can be read. */
export const PAYOUT_PROVIDERS = ["adyen", "paypal", "stripe"] as const;
type PayoutProvider = (typeof PAYOUT_PROVIDERS)[number];

const positive = ({ amount, currency }: Money): Money => ({ amount: Math.abs(amount), currency });
const negative = ({ amount, currency }: Money): Money => ({ amount: amount === 0 ? 0 : -amount, currency });
const minus = (one: Money, other: Money): Money => ({ ...one, amount: one.amount - other.amount });

const STRIPE_KINDS: Readonly<Record<string, PayoutLine["what"]>> = {
  charge: "payment",
  refund: "refund",
  dispute: "dispute",
  dispute_reversal: "dispute",
};

/** Reads Stripe's itemised payout reconciliation, or its itemised balance change from activity. */
function stripeLines(lines: readonly PayoutCells[], currencies: Currencies): Promise<PayoutLine[]> {
  const required = [
    ["reporting_category"],
    ["gross"],
    ["fee"],
    ["net"],
    ["currency"],
    ["source_id", "payment_intent_id"],
  ];
  return readRows(lines, required, currencies, (row) => {
    if (row.text("reporting_category") === "payout") return null;
    const what = STRIPE_KINDS[row.text("reporting_category")] ?? "other";
    const [source, intent, charge] = ["source_id", "payment_intent_id", "charge_id"].map((name) =>
      row.text(name),
    );
    const ids = (what === "payment" ? [intent, source, charge] : [source]).filter((id) => id) as string[];
    const isConverted = row.has("customer_facing_amount") && row.has("customer_facing_currency");
    const gross = isConverted
      ? row.amount("customer_facing_amount", "customer_facing_currency")
      : row.amount("gross", "currency");
    const at = row.time("created_utc") ?? row.time("created");
    return {
      what,
      ids,
      amount: positive(gross),
      net: row.amount("net", "currency"),
      fee: row.amount("fee", "currency"),
      at,
    };
  });
}

const ADYEN_KINDS: Readonly<Record<string, PayoutLine["what"]>> = {
  Settled: "payment",
  Refunded: "refund",
  Chargeback: "dispute",
  SecondChargeback: "dispute",
  ChargebackReversed: "dispute",
};
/** Lines that are the payout itself. */
const ADYEN_PAYOUTS: ReadonlySet<string> = new Set(["MerchantPayout", "PaidOut"]);
const ADYEN_FEES = ["Commission (NC)", "Markup (NC)", "Scheme Fees (NC)", "Interchange (NC)"];

/** Reads Adyen's settlement detail report. Its times are in the account's time zone. */
function adyenLines(lines: readonly PayoutCells[], currencies: Currencies): Promise<PayoutLine[]> {
  const required = [
    ["Type"],
    ["Psp Reference"],
    ["Merchant Reference"],
    ["Modification Reference"],
    ["Gross Debit (GC)"],
    ["Gross Credit (GC)"],
    ["Net Debit (NC)"],
    ["Net Credit (NC)"],
  ];
  return readRows(lines, required, currencies, (row) => {
    if (ADYEN_PAYOUTS.has(row.text("Type"))) return null;
    const what = ADYEN_KINDS[row.text("Type")] ?? "other";
    const [net, currency] = ["Net Currency", row.text("Net Currency")];
    const gross = row.has("Gross Currency") ? "Gross Currency" : net;
    const credit = minus(row.amount("Gross Credit (GC)", gross), row.amount("Gross Debit (GC)", gross));
    const fees = ADYEN_FEES.reduce((sum, name) => sum + row.amount(name, net).amount, 0);
    // A payment by a link is known by the order's id, which is the merchant's reference.
    const ids =
      what === "payment"
        ? [row.text("Psp Reference"), row.text("Merchant Reference")]
        : [row.text("Modification Reference")];
    return {
      what,
      ids: ids.filter((id) => id !== ""),
      amount: positive(credit),
      net: minus(row.amount("Net Credit (NC)", net), row.amount("Net Debit (NC)", net)),
      fee: { amount: fees, currency },
      at: adyenTime(row),
    };
  });
}

function adyenTime(row: PayoutRow): Date | null {
  return ["UTC", "GMT"].includes(row.text("TimeZone")) ? row.time("Creation Date") : null;
}

/** Reads PayPal's settlement report: its lines begin with what they are. Amounts are in minor units. */
function paypalLines(lines: readonly PayoutCells[], currencies: Currencies): Promise<PayoutLine[]> {
  const head = lines.find(({ cells: [kind] }) => kind === "CH");
  if (!head) throw fileFault("The file has no line CH with the columns: is it PayPal's settlement report?");
  const body = lines.filter(({ cells: [kind] }) => kind === "SB");
  const required = [
    ["Transaction ID"],
    ["Transaction Event Code"],
    ["Transaction Debit or Credit"],
    ["Gross Transaction Amount"],
    ["Gross Transaction Currency"],
    ["Fee Amount"],
  ];
  return readRows([head, ...body], required, currencies, (row) => {
    const what = paypalKind(row.text("Transaction Event Code"));
    const gross = positive(row.minorAmount("Gross Transaction Amount", "Gross Transaction Currency"));
    const fee = row.has("Fee Amount")
      ? positive(
          row.minorAmount(
            "Fee Amount",
            row.has("Fee Currency") ? "Fee Currency" : "Gross Transaction Currency",
          ),
        )
      : { amount: 0, currency: gross.currency };
    const signed = row.text("Transaction Debit or Credit") === "DR" ? negative(gross) : gross;
    const charged = row.text("Fee Debit or Credit") === "CR" ? negative(fee) : fee;
    return {
      what,
      ids: [row.text("Transaction ID")].filter((id) => id !== ""),
      amount: gross,
      net: minus(signed, charged),
      fee: charged,
      at: row.time("Transaction Completion Date") ?? row.time("Transaction Initiation Date"),
    };
  });
}

/** Returns what a transaction event code says. Payments have T00nn, refunds and reversals T11nn. */
function paypalKind(code: string): PayoutLine["what"] {
  if (/^T00\d\d$/.test(code)) return "payment";
  if (code === "T1107") return "refund";
  if (["T1106", "T1201", "T1202", "T1110", "T1111"].includes(code)) return "dispute";
  return "other";
}

const READERS: Readonly<
  Record<PayoutProvider, (lines: readonly PayoutCells[], currencies: Currencies) => Promise<PayoutLine[]>>
> = { adyen: adyenLines, paypal: paypalLines, stripe: stripeLines };

/** Reads a payout file. Raises invalid_request for a file that is not one of this provider. */
export async function payoutLines(
  provider: PayoutProvider,
  file: string,
  currencies: Currencies,
): Promise<PayoutLine[]> {
  return READERS[provider](await cellsOf(file), currencies);
}

import type { ReactNode } from "react";
import type { Schema } from "../../api/schemas.ts";
import { counted, money } from "../../parts/money.ts";
import { To } from "../../shell/links.tsx";

interface Happening {
  readonly key: string;
  readonly at: string;
  readonly isBad?: boolean;
  readonly text: ReactNode;
}

/** Returns the timeline of an order, earliest first. */
export function happenings(order: Schema<"OrderWithEvents">, slug: string): Happening[] {
  const { tickets, payments, refunds, disputes, events } = order;
  const found: Happening[] = [
    {
      key: "placed",
      at: order.createdAt,
      text: `Placed: ${counted(order.quantity, "ticket")} for ${money(order.amount, order.currency)}`,
    },
  ];
  for (const { id, amount, currency, state, receivedAt, providerPaymentId } of payments)
    found.push({
      key: `payment-${id}`,
      at: receivedAt,
      isBad: state !== "settled",
      text: (
        <>
          Payment of {money(amount, currency)} received{state === "settled" ? "" : `, ${state}`}:{" "}
          <code className="plain">{providerPaymentId}</code>
        </>
      ),
    });
  if (order.paidAt !== null)
    found.push({
      key: "paid",
      at: order.paidAt,
      text: `Paid${tickets ? `: tickets ${tickets.first} to ${tickets.last}` : ""}`,
    });
  if (order.failedAt !== null)
    found.push({
      key: "failed",
      at: order.failedAt,
      isBad: true,
      text: `Failed: ${order.error ?? "not paid in time"}`,
    });
  if (tickets?.voidedAt)
    found.push({ key: "voided", at: tickets.voidedAt, isBad: true, text: "Tickets removed from the draw" });
  for (const refund of refunds) found.push(...ofRefund(refund));
  for (const { id, stage, standing, amount, currency, createdAt, tickets } of disputes)
    found.push({
      key: `dispute-${id}`,
      at: createdAt,
      isBad: standing !== "won",
      text: `Dispute over ${money(amount, currency)}, ${stage === standing ? stage : `${standing}: ${stage.replaceAll("_", " ")}`}; tickets ${tickets}`,
    });
  for (const { id, type, createdAt, deliveries } of events)
    found.push({
      key: id,
      at: createdAt,
      isBad: deliveries.some(({ state }) => state === "failed"),
      text: (
        <>
          <To to="/o/$slug/events/$id" params={{ slug, id }}>
            {type}
          </To>
          {deliveries.length === 0 ? ": no deliveries" : ": deliveries"}{" "}
          {deliveries.map((delivery, at) => (
            <span key={delivery.id}>
              {at > 0 && ", "}
              <To to="/o/$slug/deliveries/$id" params={{ slug, id: String(delivery.id) }}>
                {delivery.state}
              </To>
            </span>
          ))}
        </>
      ),
    });
  return found.toSorted((one, other) => one.at.localeCompare(other.at));
}

function ofRefund({
  id,
  amount,
  currency,
  reason,
  state,
  createdAt,
  updatedAt,
  succeededAt,
  lastError,
  note,
}: Schema<"Refund">): Happening[] {
  const requested = {
    key: `refund-${id}`,
    at: createdAt,
    text: `Refund of ${money(amount, currency)} requested: ${reason}`,
  };
  if (succeededAt !== null)
    return [
      requested,
      {
        key: `refunded-${id}`,
        at: succeededAt,
        text: `${money(amount, currency)} refunded${note ? `: ${note}` : ""}`,
      },
    ];
  if (state === "failed" || state === "manual")
    return [
      requested,
      {
        key: `refund-${id}-${state}`,
        at: updatedAt,
        isBad: true,
        text: `Refund ${state === "manual" ? "must be made by hand" : "failed"}${lastError ? `: ${lastError}` : ""}`,
      },
    ];
  return [requested];
}

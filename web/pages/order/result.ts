import { type Face, linkTo } from "../face.ts";
import { type Html, html } from "../html.ts";
import { calendarLink, othersLink, shareLink } from "../next-steps.ts";
import { ownLink } from "../own-page.ts";
import { entriesLine, isGivenUp, REFUND_WORDS, resultTitle } from "./order-parts.ts";
import type { OrderView } from "./order-view.ts";

/** Renders the outcome of an order. */
export function result(face: Face, view: OrderView): Html {
  const { words, shopkeeper } = face;
  const { standing, hosted } = view;
  const isGood = standing.status === "paid" && !view.cancelled && !view.givenBack;
  const isNeutral = isGivenUp(view);
  return html`
    <p class=${`mark ${isGood ? "good" : isNeutral ? "neutral" : "bad"}`} aria-hidden="true">
      ${isGood ? "✓" : isNeutral ? "–" : "✕"}
    </p>
    <h1>${resultTitle(face, view)}</h1>
    ${entriesLine(face, view)} ${sentences(face, view).map((text) => html`<p>${text}</p>`)}
    ${standing.status === "paid" && isGood && [numbers(face, standing.tickets), receipt(face, view)]}
    ${refunds(face, view)}
    <div class="ways">
      ${
        hosted &&
        standing.status === "failed" &&
        view.selling &&
        html`<a
          class="button"
          href=${ownLink(face, `/checkout/${shopkeeper.slug}/${view.lotId}`, again(view))}
          >${words.text(isNeutral ? "order.again" : "order.retry")}</a
        >`
      }
      ${
        hosted &&
        standing.status === "paid" &&
        html`<a class="button" href=${ownLink(face, `/tickets/${shopkeeper.slug}`)}
          >${words.text("order.tickets")}</a
        >`
      }
      ${hosted && (standing.status !== "paid" || !isGood) && !view.selling && othersLink(face)}
      ${view.home !== null && homeLink(face, view.home)}
      <button type="button" class="plain" data-close hidden>${words.text("order.close")}</button>
    </div>
  `;
}

/** Renders a link to the home page of the partner's site: browsers reveal no other address. */
function homeLink({ words }: Face, host: string): Html {
  const name = html`<bdi>${host}</bdi>` as object;
  return html`<a class="again" href=${`https://${host}/`} data-home
    >${words.pieces("order.home", { host: name })}</a
  >`;
}

/** The frame that follows this order follows the next one, too: a provider's return brings back no visit, but the order. */
function again({ id, visit, home }: OrderView) {
  return { home: home ?? undefined, ...(visit === undefined ? { after: id } : { visit }) };
}

function sentences({ words }: Face, view: OrderView): string[] {
  const { standing, cancelled, givenBack, amount, free } = view;
  if (standing.status === "paid") {
    if (cancelled) return [words.text(free ? "order.cancelled.free" : "order.cancelled.paid")];
    if (givenBack) return [];
    return [words.text(amount === null ? "order.paid.free" : "order.paid.text")];
  }
  if (standing.status !== "failed") return [];
  if (cancelled) return [words.text("order.cancelled.text")];
  switch (standing.error) {
    case "expired":
      return [words.text(standing.ended ? "order.failed.ended" : "order.failed.expired")];
    case "cancelled":
      return [words.text("order.failed.ended")];
    case "underpaid":
      return [words.text("order.failed.underpaid")];
    case "rail_unavailable":
      return [words.text("order.failed.unreachable"), words.text("order.failed.text")];
    default:
      return [words.text("order.failed.declined"), words.text("order.failed.text")];
  }
}

function numbers({ words }: Face, tickets: readonly number[]): Html {
  return html`
    <section class="numbers">
      <h2>${words.text("order.paid.numbers", { quantity: tickets.length })}</h2>
      <ul role="list" data-tickets>
        ${tickets.map((ticket) => html`<li>${words.number(ticket)}</li>`)}
      </ul>
    </section>
  `;
}

/** Renders what was paid for which order, and where its draw is shown. */
function receipt(face: Face, { amount, id, lotId, hosted, selling }: OrderView): Html {
  const { words } = face;
  return html`
    <dl class="totals">
      <div>
        <dt>${words.text("tickets.amount")}</dt>
        <dd><bdi>${amount ?? words.text("tickets.free")}</bdi></dd>
      </div>
      <div>
        <dt>${words.text("mail.receipt.order")}</dt>
        <dd><code>${id}</code></dd>
      </div>
    </dl>
    ${
      hosted &&
      html`<ul class="links" role="list">
        <li><a href=${linkTo(face, `/competition/${lotId}/results`)}>${words.text("followDraw")}</a></li>
        ${selling && html`<li>${calendarLink(face, { id: lotId }, "draw")}</li>`}
        <li>${shareLink(face, { id: lotId }, "competition")}</li>
      </ul>`
    }
  ` as Html;
}

function refunds({ words, shopkeeper }: Face, view: OrderView): Html {
  return html`
    ${view.refunds.map(
      ({ amount, state }) =>
        html`<p class="note" data-refund=${state}>
          ${words.text(REFUND_WORDS[state], { amount, organisation: shopkeeper.name })}
        </p>`,
    )}
  ` as Html;
}

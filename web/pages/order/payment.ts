import type { Face } from "../face.ts";
import { type Html, html } from "../html.ts";
import { summary } from "../checkout/summary.ts";
import { ownLink } from "../own-page.ts";
import { entriesLine } from "./order-parts.ts";
import type { OrderView, Way } from "./order-view.ts";
import { tokensWay } from "./tokens-way.ts";

type Pending = Extract<OrderView["standing"], { readonly status: "pending" }>;

/** An order that is not decided: the way to pay it, or that its payment is waited for. */
export function payment(face: Face, view: OrderView): Html {
  const { words } = face;
  const { standing } = view;
  if (standing.status !== "pending") return waiting(face, view, words.text("order.wait.making"));
  if (standing.returned) {
    return html`
      ${waiting(face, view, words.text("order.wait.text"))}
      <a class="again" href=${ownLink(face, `/orders/${view.id}`)}>${words.text("order.wait.back")}</a>
    `;
  }
  return html`
    <h1>${words.text(standing.way.kind === "code" ? "order.scan.title" : "order.title")}</h1>
    <div class="bill">
      ${summary({ lot: view, text: html`<p>${words.number(view.quantity)} × <bdi>${view.lotTitle}</bdi></p>` })}
      <p class="amount"><bdi>${view.amount}</bdi></p>
      ${holdClock(face, standing)}
    </div>
    ${standing.kept && html`<p class="wrong" role="alert">${words.text("order.abandon.not")}</p>`}
    ${way(face, view, standing.way)}
    <p class="note" role="status" data-late="" hidden>${late(face, view)}</p>
    ${
      view.hosted &&
      html`<form method="post" action=${ownLink(face, `/orders/${view.id}/abandon`)}>
        <button class="plain">${words.text("order.abandon")}</button>
      </form>`
    }
  `;
}

function waiting(face: Face, view: OrderView, text: string): Html {
  return html`
    <h1>${face.words.text("order.wait.title")}</h1>
    <p role="status">${text}</p>
    ${entriesLine(face, view)}
    <p class="note" role="status" data-late="" hidden>${late(face, view)}</p>
  `;
}

function late({ words }: Face, { hosted }: OrderView): string {
  return words.text(hosted ? "order.wait.late" : "order.wait.lateOther");
}

function holdClock({ words }: Face, { holdUntil }: Pending): Html {
  return html`
    <p class="hold" role="timer" data-until=${holdUntil.toISOString()} hidden>
      <span class="label">${words.text("order.hold")}</span> <span class="rest" />
    </p>
    <p class="unseen" role="status" data-said="" />
  `;
}

/** Returns the text of the button that pays: with the amount. */
export function payText({ words }: Face, { amount }: OrderView): string {
  return amount === null ? words.text("pay.pay") : words.text("pay.amount", { amount });
}

function way(face: Face, view: OrderView, shown: Way): Html {
  const { id } = view;
  const { words } = face;
  switch (shown.kind) {
    case "part":
      return html`
        <div class="part" data-part=${shown.script} aria-busy="true" />
        <div class="wrong trouble" role="alert" data-trouble="" hidden>
          <p>${words.text("pay.trouble")}</p>
          <a class="button" href=${ownLink(face, `/orders/${id}`)}>${words.text("pay.retry")}</a>
        </div>
        <noscript>
          <p class="note">${words.text("order.noScript")}</p>
          ${shown.hosted && html`<a class="button" href=${shown.hosted}>${words.text("order.hostedPage")}</a>`}
        </noscript>
      `;
    case "link":
      return html`
        <p>${words.text("order.redirect")}</p>
        <a class="button" href=${shown.url} data-go="">${payText(face, view)}</a>
      `;
    case "code":
      return html`
        <div
          class="code"
          role="img"
          aria-label=${words.text("order.scan.label")}
          dangerouslySetInnerHTML=${{ __html: shown.svg }}
        />
        <p>${words.text("order.scan.text")}</p>
        <details class="as-text">
          <summary>${words.text("order.scan.asText")}</summary>
          <code dir="ltr">${shown.text}</code>
        </details>
        ${shown.url && html`<a class="button" href=${shown.url} data-go="">${words.text("order.scan.here")}</a>`}
        <a class="again" href=${ownLink(face, `/orders/${id}`, { returned: "yes", look: "again" })}
          >${words.text("order.scan.paid")}</a
        >
      `;
    case "tokens":
      return tokensWay(face, id, shown);
    case "none":
      return html`<p class="note" role="alert">${words.text("order.unpayable")}</p>`;
  }
}

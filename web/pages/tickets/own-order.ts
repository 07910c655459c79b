import type { Account, Identity } from "../../../src/buyers/account.ts";
import { lotState } from "../../../src/lots/lot.ts";
import { type OwnOrder, refundProgress } from "../../../src/buyers/own-order.ts";
import type { TicketProof } from "../../../src/lot-draws/ticket-proof.ts";
import { type Face, linkTo } from "../face.ts";
import { summary } from "../checkout/summary.ts";
import { html } from "../html.ts";
import { ownLink } from "../own-page.ts";
import { REFUND_WORDS } from "../order/order-parts.ts";

/** Purchases as their buyer sees them. */
export interface TicketsView {
  readonly signedIn: Identity & { readonly accountId: number };
  readonly accounts: readonly Account[];
  readonly orders: readonly OwnOrder[];
  /** Cursor of older orders; null: none. */
  readonly next: string | null;
  /** The page begins with older orders. */
  readonly older: boolean;
  readonly now: Date;
  /** Requested proof. */
  readonly proof: { readonly orderId: string; readonly proof: TicketProof } | null;
  /** An amount as buyers read it. */
  readonly shown: (money: OwnOrder["charge"]) => string;
}

/** One order: what was bought, and what became of it. */
export function ownOrder(face: Face, view: TicketsView, order: OwnOrder) {
  const { words } = face;
  const { lot, tickets, quantity, charge, createdAt, id } = order;
  const live = tickets !== null && tickets.voidedAt === null;
  const state = standingOf(order);
  const named = view.accounts.length > 1 && nameOf(view, order);
  return html`
    <article class="own-order" id=${id} aria-labelledby=${`title-${id}`}>
      ${summary({
        lot,
        text: html`<div>
          <h2 id=${`title-${id}`}>
            <a href=${linkTo(face, `/competition/${lot.id}`)}><bdi>${lot.title}</bdi></a>
          </h2>
          <p class=${`chip ${state}`}>${words.text(`tickets.chip.${state}`)}</p>
        </div>`,
      })}
      ${state === "waiting" && drawLine(face, view, order)} ${progress(face, view, order)}
      <dl class="facts">
        <div>
          <dt>${words.text(live ? "tickets.numbers" : "tickets.count")}</dt>
          <dd class=${live ? "numbers" : undefined}>
            ${live ? numbersOf(face, tickets) : words.number(quantity)}
          </dd>
        </div>
        <div>
          <dt>${words.text("tickets.amount")}</dt>
          <dd>${charge.amount === 0 ? words.text("tickets.free") : view.shown(charge)}</dd>
        </div>
        <div>
          <dt>${words.text("tickets.bought")}</dt>
          <dd><time datetime=${createdAt.toISOString()} data-moment>${words.time(createdAt)}</time></dd>
        </div>
        ${
          named &&
          html`<div>
            <dt>${words.text("tickets.by")}</dt>
            <dd><bdi>${named}</bdi></dd>
          </div>`
        }
        <div class="long">
          <dt>${words.text("tickets.order")}</dt>
          <dd><code>${id}</code></dd>
        </div>
      </dl>
      ${links(face, view, order)} ${view.proof?.orderId === id && proofPart(face, id, view.proof.proof)}
    </article>
  `;
}

/** Returns the state of an order in one word, for its chip. */
function standingOf({ lot, tickets, refunds, status, charge, winningTicket }: OwnOrder) {
  const isVoid = lot.status === "cancelled" || (tickets !== null && tickets.voidedAt !== null);
  if (refunds.length > 0) {
    const isDone = refunds.every((refund) => /^(succeeded|by_hand_done)$/.test(refundProgress(refund)));
    return isDone ? "refunded" : "refunding";
  }
  // The refund of a cancelled competition is recorded a moment later.
  if (isVoid) return status === "paid" && charge.amount > 0 ? "refunding" : "void";
  if (status === "pending") return "unpaid";
  if (tickets === null) return "void";
  if (winningTicket === null) return "waiting";
  return winningTicket >= tickets.first && winningTicket <= tickets.last ? "won" : "lost";
}

/** Renders when the draw is; null: entries are closed. */
function drawLine({ words }: Face, { now }: TicketsView, { lot: { endAt } }: OwnOrder) {
  const seconds = (endAt.getTime() - now.getTime()) / 1_000;
  if (seconds <= 0) return null;
  const date = html`<time datetime=${endAt.toISOString()} data-day>${words.day(endAt)}</time>` as object;
  return html`<p>${words.pieces("tickets.drawIn", { date, when: words.fromNow(seconds) })}</p>`;
}

function nameOf({ accounts }: TicketsView, { accountId }: OwnOrder): string | undefined {
  return accounts.find(({ id }) => id === accountId)?.identities[0]?.value;
}

function numbersOf(
  { words }: Face,
  { first, last }: { readonly first: number; readonly last: number },
): string {
  const [one, other] = [first, last].map(String) as [string, string];
  return one === other ? one : words.text("tickets.range", { first: one, last: other });
}

/** Returns the outcome in sentences. */
function progress(face: Face, { now, shown }: TicketsView, order: OwnOrder) {
  const { words } = face;
  const { lot, tickets, refunds, winningTicket, status } = order;
  const said: string[] = [];
  const isLive = tickets !== null && tickets.voidedAt === null;
  const isCancelled = lot.status === "cancelled";
  // The refund is recorded a moment later.
  const isOwed = status === "paid" && order.charge.amount > 0 && refunds.length === 0;
  if (isCancelled) said.push(words.text(isOwed ? "text.cancelled" : "tickets.cancelled"));
  else if (status === "pending") said.push(words.text("tickets.pending"));
  else if (tickets !== null && !isLive) said.push(words.text("tickets.void"));
  for (const refund of refunds)
    said.push(
      words.text(REFUND_WORDS[refundProgress(refund)], {
        amount: shown(refund.amount),
        organisation: face.shopkeeper.name,
      }),
    );
  const hasWon =
    isLive && winningTicket !== null && winningTicket >= tickets.first && winningTicket <= tickets.last;
  if (isLive && !isCancelled) {
    if (winningTicket !== null)
      said.push(words.text(hasWon ? "tickets.won" : "tickets.drawn", { ticket: String(winningTicket) }));
    else if (lotState(lot, now) === "closing") said.push(words.text("text.closing"));
  }
  return said.map((sentence) => html`<p class=${hasWon ? "note won" : "note"}>${sentence}</p>`);
}

function links(face: Face, { now }: TicketsView, { id, lot, status, committed, tickets }: OwnOrder) {
  const { words } = face;
  const state = lotState(lot, now);
  const isOver = state === "closing" || state === "drawn" || state === "retired";
  const inDraw = committed && tickets !== null && tickets.voidedAt === null && lot.status !== "cancelled";
  const all: [href: string, name: string][] = [
    ...(status === "pending" && lot.status !== "cancelled"
      ? [[ownLink(face, `/orders/${id}`), words.text("tickets.continue")] as [string, string]]
      : []),
    ...(lot.onChain && lot.status === "cancelled" && tickets !== null
      ? [
          [
            ownLink(face, `/checkout/${face.shopkeeper.slug}/${lot.id}/refund`),
            words.text("onchain.refund"),
          ] as [string, string],
        ]
      : []),
    ...(isOver
      ? [
          [
            linkTo(face, `/competition/${lot.id}/results`),
            words.text(state === "closing" ? "followDraw" : "result"),
          ] as [string, string],
        ]
      : []),
    ...(state === "open" && tickets !== null
      ? [
          [
            linkTo(face, `/competition/${lot.id}/draw.ics`, { locale: face.locale }),
            words.text("calendar.add"),
          ] as [string, string],
        ]
      : []),
    ...(inDraw
      ? [
          [
            `${ownLink(face, `/tickets/${face.shopkeeper.slug}`, { proof: id })}#${id}`,
            words.text("tickets.showProof"),
          ] as [string, string],
        ]
      : []),
  ];
  if (all.length === 0) return null;
  return html`<ul class="links" role="list">
    ${all.map(([href, name]) => html`<li><a href=${href}>${name}</a></li>`)}
  </ul>`;
}

function proofPart(face: Face, id: string, proof: TicketProof) {
  const { words, shopkeeper } = face;
  const { entry, position, ranges, path } = proof;
  const file = ownLink(face, `/tickets/${shopkeeper.slug}/${id}/proof.json`);
  return html`
    <section class="proof" aria-labelledby=${`proof-${id}`}>
      <h3 id=${`proof-${id}`}>${words.text("tickets.proof")}</h3>
      <p>${words.text("tickets.proofText")}</p>
      <dl class="facts">
        <div>
          <dt>${words.text("tickets.proofPosition")}</dt>
          <dd>${words.text("tickets.proofOf", { position: position + 1, ranges })}</dd>
        </div>
        <div class="long">
          <dt>${words.text("tickets.proofHash")}</dt>
          <dd><code>${entry.orderHash}</code></dd>
        </div>
        <div class="long">
          <dt>${words.text("tickets.proofPath")}</dt>
          <dd>${path.length === 0 ? "–" : path.map((hash) => html`<code class="hash">${hash}</code>`)}</dd>
        </div>
      </dl>
      <ul class="links" role="list">
        <li><a href=${file} download=${`${id}.json`}>${words.text("tickets.proofFile")}</a></li>
        <li>
          <a href=${linkTo(face, `/competition/${proof.competitionId}/results`)}
            >${words.text("tickets.proofCheck")}</a
          >
        </li>
      </ul>
    </section>
  `;
}

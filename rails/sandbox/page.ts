import escapeHtml from "escape-html";
import { toString as drawQrCode } from "qrcode";
import type { SandboxPayment, SandboxState } from "../../ports/simulated/sandbox-payments.ts";
import { moneyText } from "../../src/shared/money.ts";
import { isoExponent } from "../shared/wire-money.ts";
import { FIELDS_CHOICES, type FieldsChoice, qrPayload, sessionHref } from "./kinds.ts";

interface PageView {
  readonly payment: SandboxPayment;
  readonly baseUrl: string;
  /** Lets the page's own style and script run, and no other. */
  readonly nonce: string;
  readonly returnAddress: string;
  /** The buyer has just acted on this page: the browser may redirect automatically. */
  readonly acted: boolean;
  /** Reached by scanning the code: it need not be shown again. */
  readonly scanned: boolean;
  /** The card chosen on the `fields` page. */
  readonly card: FieldsChoice | null;
}

const HEADINGS: Readonly<Record<SandboxState, string>> = {
  open: "Pay",
  processing: "Payment is being processed",
  paid: "Payment received",
  declined: "Payment declined",
  cancelled: "Payment cancelled",
  expired: "Payment expired",
};
const CARDS: Readonly<Record<FieldsChoice, string>> = {
  approve: "4242 4242 4242 4242: approved",
  decline: "4000 0000 0000 0002: declined",
  timeout: "4000 0000 0000 0119: charged, answer lost",
  challenge: "4000 0000 0000 3220: the bank asks first (3-D Secure)",
};
/** Kinds whose buyers stay in the partner's page. */
const FRAMED_KINDS: ReadonlySet<string> = new Set(["flow", "embed", "fields"]);

export function contentSecurityPolicy(payment: SandboxPayment | null, nonce: string): string {
  const ancestors = payment !== null && FRAMED_KINDS.has(payment.kind) ? "*" : "'none'";
  return (
    `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; ` +
    `form-action 'self'; base-uri 'none'; frame-ancestors ${ancestors}`
  );
}

export async function paymentPage(view: PageView): Promise<string> {
  const { payment, nonce } = view;
  const money = payment.received ?? payment.charge;
  const body = [
    `<h1>${HEADINGS[payment.state]}</h1>`,
    `<p class="amount">${escapeHtml(moneyText("en", money, isoExponent(money.currency)))}</p>`,
    `<p>${escapeHtml(payment.description)}</p>`,
    await actions(view),
    `<script type="application/json" id="facts">${jsonForScript(factsForBrowser(view))}</script>`,
    `<script nonce="${nonce}">${SCRIPT}</script>`,
  ];
  return frame(HEADINGS[payment.state], nonce, body.join("\n"));
}

export function missingPage(nonce: string): string {
  return frame(
    "No such payment",
    nonce,
    "<h1>No such payment</h1><p>The simulated provider has no payment for this session.</p>",
  );
}

async function actions(view: PageView): Promise<string> {
  const { payment } = view;
  if (payment.state === "open" && payment.kind === "fields") return cardForm(view);
  const back = `<p><a class="button" target="_top" href="${escapeHtml(view.returnAddress)}">Return to the shop</a></p>`;
  if (payment.state === "processing")
    return `<p>The provider is still processing this payment.</p>${form(["paid", "declined", "expired"])}${back}`;
  if (payment.state !== "open") return back;
  return `${await qrCode(view)}${form(["paid", "declined", "expired", "processing"])}`;
}

const BUTTONS = {
  paid: "Pay",
  declined: "Decline",
  expired: "Expire",
  processing: "Processing",
} as const;

function form(outcomes: readonly (keyof typeof BUTTONS)[]): string {
  const buttons = outcomes.map(
    (outcome) =>
      `<button name="outcome" value="${outcome}"${outcome === "paid" ? ' class="main"' : ""}>${BUTTONS[outcome]}</button>`,
  );
  return `<form method="post">${buttons.join("")}</form>`;
}

function cardForm({ baseUrl, card }: PageView): string {
  const options = FIELDS_CHOICES.map((choice) => {
    const checked = choice === (card ?? "approve") ? " checked" : "";
    return `<label><input type="radio" name="card" value="${choice}"${checked}> ${CARDS[choice]}</label>`;
  });
  const chosen =
    card === null
      ? ""
      : `<p role="status">Session href for the confirm call:<br><output>${escapeHtml(sessionHref(baseUrl, card))}</output></p>`;
  return (
    `<form method="get"><fieldset><legend>Test card</legend>${options.join("")}</fieldset>` +
    `<button class="main">Use this card</button></form>${chosen}`
  );
}

async function qrCode({ payment, baseUrl, scanned }: PageView): Promise<string> {
  if (payment.kind !== "qr" || scanned) return "";
  const svg = await drawQrCode(qrPayload(baseUrl, payment.sessionId), { type: "svg", margin: 2 });
  return `<div class="code" role="img" aria-label="QR code of this payment">${svg}</div>`;
}

/** The message to a partner's page that shows this page in a frame. Contains no secrets. */
function factsForBrowser({ payment, baseUrl, card, acted, returnAddress }: PageView): object {
  const ended = payment.state !== "open";
  return {
    source: "sandbox",
    sessionId: payment.sessionId,
    state: payment.state,
    sessionHref: card === null ? null : sessionHref(baseUrl, card),
    returnUrl: ended ? returnAddress : null,
    goOn: acted && ended,
  };
}

const SCRIPT = `
const facts = JSON.parse(document.getElementById("facts").textContent);
const { goOn, ...message } = facts;
if (window.parent !== window) window.parent.postMessage(message, "*");
else if (goOn) window.location.replace(facts.returnUrl);
`;

const STYLE = `
:root { color-scheme: light dark; background: Canvas; font-family: system-ui, sans-serif; line-height: 1.5 }
body { margin: 0; padding: 1.5rem; display: grid; place-items: center }
main { box-sizing: border-box; width: 100%; max-width: 24rem; padding: 1.5rem; border: 1px solid #8886; border-radius: .75rem }
.notice { margin: 0 0 1rem; padding: .25rem .75rem; border-left: 3px solid #d99a1c; border-radius: .25rem; background: #fdb3; font-size: .875rem }
h1 { margin: 0; font-size: 1.25rem }
.amount { margin: .25rem 0; font-size: 2rem; font-weight: 600; font-variant-numeric: tabular-nums }
form { display: grid; gap: .5rem; margin-top: 1rem }
label { display: flex; gap: .5rem; align-items: baseline }
fieldset { display: grid; gap: .5rem; margin: 0; border: 1px solid #8886; border-radius: .5rem }
button, .button { padding: .625rem 1rem; border: 1px solid #8888; border-radius: .5rem; background: none; color: inherit; font: inherit; text-align: center; text-decoration: none; cursor: pointer }
.button { display: inline-block }
.main { border-color: #1a56db; background: #1a56db; color: #fff; font-weight: 600 }
:focus-visible { outline: 3px solid #7aa2ff; outline-offset: 2px }
.code svg { display: block; width: 100%; max-width: 14rem; margin: 1rem auto; border-radius: .5rem }
output { overflow-wrap: anywhere; font-family: ui-monospace, monospace; font-size: .8125rem }
`;

function frame(title: string, nonce: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · Sandbox</title>
<style nonce="${nonce}">${STYLE}</style>
</head>
<body>
<main>
<p class="notice">Sandbox: no money moves.</p>
${body}
</main>
</body>
</html>
`;
}

/** JSON that cannot end its script element. */
function jsonForScript(value: object): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}

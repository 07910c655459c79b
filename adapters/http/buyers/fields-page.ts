import escapeHtml from "escape-html";
import type { Instruction } from "../../../ports/rail.ts";

/** The data of the hosted page of the fields rail. */
interface FieldsView {
  readonly lotTitle: string;
  readonly quantity: number;
  /** `3,785 JPY` */
  readonly amount: string;
  readonly instruction: Instruction;
  /** The buyer's bank waits for the instruction's action: the card was entered before. */
  readonly awaited: boolean;
  readonly nonce: string;
}

/**
 * The page's own script and the provider's, nothing else. Banks put their pages anywhere, so frames may go to any
 * https address; forms too, which are sent into those frames.
 */
export function fieldsPolicy({ instruction, nonce }: Pick<FieldsView, "instruction" | "nonce">): string {
  const { scriptUrl, url } = dataOf(instruction);
  const origins = [scriptUrl, url].flatMap((address) => URL.parse(String(address))?.origin ?? []).join(" ");
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' ${origins}`,
    `style-src 'nonce-${nonce}'`,
    "img-src https: data:",
    `connect-src 'self' ${origins}`,
    `frame-src 'self' https: ${origins}`,
    `form-action 'self' https: ${origins}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

export function fieldsPage(view: FieldsView): string {
  const { lotTitle, quantity, amount, instruction, awaited, nonce } = view;
  const facts = JSON.stringify({ data: dataOf(instruction), awaited }).replaceAll("<", "\\u003c");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Pay</title>
<style nonce="${nonce}">${STYLE}</style>
</head>
<body>
<main>
<h1>${escapeHtml(amount)}</h1>
<p class="quiet">${quantity} × ${escapeHtml(lotTitle)}</p>
<form id="card" hidden>
<label>Card number<div class="field" id="pan"></div></label>
<label>Expiry date<div class="field" id="expiry"></div></label>
<label>Security code<div class="field" id="cvv"></div></label>
<fieldset id="choices" hidden><legend>Test card</legend></fieldset>
<button>Pay</button>
</form>
<p role="status"></p>
<div id="bank"></div>
<noscript><p>Please enable JavaScript to pay.</p></noscript>
</main>
<script type="application/json" id="facts">${facts}</script>
<script nonce="${nonce}">${SCRIPT}</script>
</body>
</html>
`;
}

/**
 * The page that an issuer's frame returns to after a challenge. It posts a message, without secrets, to the embedding
 * page.
 */
export function challengedPage(nonce: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Done</title></head>
<body>
<script nonce="${nonce}">parent.postMessage({ source: "fields", event: "challenge_done" }, "*");</script>
</body>
</html>
`;
}

function dataOf({ data }: Instruction): Record<string, unknown> {
  return JSON.parse(data ?? "{}") as Record<string, unknown>;
}

const SCRIPT = `
const { data, awaited } = JSON.parse(document.getElementById("facts").textContent);
const card = document.getElementById("card");
const says = document.querySelector("[role=status]");
const bank = document.getElementById("bank");
const DEVICE_WAIT_MS = 10_000;

/** Sends the form into a frame. */
function intoFrame(url, members, { visible }) {
  const frame = document.createElement("iframe");
  frame.name = "bank-" + Math.random().toString(36).slice(2);
  frame.title = "Your bank";
  frame.hidden = !visible;
  const form = document.createElement("form");
  Object.assign(form, { method: "post", action: url, target: frame.name, hidden: true });
  for (const [name, value] of Object.entries(members)) {
    const input = document.createElement("input");
    Object.assign(input, { type: "hidden", name, value });
    form.append(input);
  }
  bank.replaceChildren(frame, form);
  form.submit();
}

/** The first message from this origin that means something; null when none comes in time. */
function message(origin, meaning, waitMs) {
  return new Promise((resolve) => {
    const end = (value) => { removeEventListener("message", hear); resolve(value); };
    const hear = (event) => {
      const value = event.origin === origin ? meaning(event.data) : undefined;
      if (value !== undefined) end(value);
    };
    addEventListener("message", hear);
    if (waitMs) setTimeout(end, waitMs, null);
  });
}

function deviceReference(text) {
  try {
    const said = JSON.parse(text);
    if (said.MessageType === "profile.completed") return said.SessionId ?? null;
  } catch {}
}

async function deviceData({ url, jwt, bin }) {
  if (!url) return { deviceData: { reference: null } };
  const answer = message(new URL(url).origin, deviceReference, DEVICE_WAIT_MS);
  intoFrame(url, { JWT: jwt, Bin: bin }, { visible: false });
  return { deviceData: { reference: await answer } };
}

async function challenge({ url, jwt, reference }) {
  says.textContent = "Your bank needs to confirm it's you.";
  if (url) {
    const done = message(location.origin, (said) => (said?.event === "challenge_done" ? true : undefined));
    intoFrame(url, { JWT: jwt, MD: reference ?? "" }, { visible: true });
    await done;
  } else {
    const yes = document.createElement("button");
    yes.textContent = "Yes, it's me";
    bank.replaceChildren(yes);
    await new Promise((resolve) => yes.addEventListener("click", resolve, { once: true }));
  }
  return { challenge: "done" };
}

const toResult = () => location.replace("return");

/** Confirms, and does what the bank wants, until it is decided. */
async function confirm(body) {
  card.hidden = true;
  says.textContent = "One moment…";
  const answer = await fetch(location.pathname, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  const json = await answer.json();
  if (json.error === "invalid_session_href") return ask("Your card could not be read. Please try again.");
  const next = json.data?.status === "pending" && json.data.payment;
  return next ? act(JSON.parse(next.data)) : toResult();
}

async function act(step) {
  const body = step.action === "challenge" ? await challenge(step) : await deviceData(step);
  bank.replaceChildren();
  return confirm(body);
}

function ask(text) {
  card.hidden = false;
  says.textContent = text;
}

function hostedFields({ checkoutId, scriptUrl }) {
  const script = document.createElement("script");
  script.src = scriptUrl;
  script.onerror = () => ask("The card form could not be loaded. Please reload this page.");
  script.onload = () => {
    const fields = { pan: { selector: "#pan" }, expiry: { selector: "#expiry" }, cvv: { selector: "#cvv" } };
    window.Worldpay.checkout.init({ id: checkoutId, form: "#card", fields }, (error, checkout) => {
      if (error) return ask("The card form could not be displayed. Please reload this page.");
      ask("");
      card.addEventListener("submit", (event) => {
        event.preventDefault();
        checkout.generateSessionState((failed, sessionHref) =>
          failed ? ask("Please check your card details.") : confirm({ sessionHref }).catch(toResult));
      });
    });
  };
  document.head.append(script);
}

function testCards({ sessionHrefs }) {
  const choices = document.getElementById("choices");
  for (const place of document.querySelectorAll("label")) place.hidden = true;
  choices.hidden = false;
  for (const [name, href] of Object.entries(sessionHrefs)) {
    const label = document.createElement("label");
    const input = Object.assign(document.createElement("input"), { type: "radio", name: "card", value: href });
    input.required = true;
    label.append(input, " " + name);
    choices.append(label);
  }
  ask("");
  card.addEventListener("submit", (event) => {
    event.preventDefault();
    confirm({ sessionHref: new FormData(card).get("card") }).catch(toResult);
  });
}

if (awaited) act(data).catch(toResult);
else if (data.scriptUrl) hostedFields(data);
else testCards(data);
`;

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
[hidden] { display: none !important }
body { margin: 0; padding: 1.5rem; display: grid; place-items: center }
main { box-sizing: border-box; width: 100%; max-width: 26rem }
h1 { margin: 0; font-size: 1.75rem; font-variant-numeric: tabular-nums }
p { margin: .25rem 0 1rem; overflow-wrap: anywhere }
.quiet { opacity: .75 }
form { display: grid; gap: .75rem }
fieldset { display: grid; gap: .5rem; margin: 0; border: 1px solid #8886; border-radius: .5rem }
.field { height: 2.5rem; padding: 0 .5rem; border: 1px solid #8888; border-radius: .5rem }
button { padding: .625rem 1rem; border: 0; border-radius: .5rem; background: #1a56db; color: #fff; font: inherit; font-weight: 600; cursor: pointer }
:focus-visible { outline: 3px solid #7aa2ff; outline-offset: 2px }
iframe { width: 100%; height: 25rem; border: 1px solid #8886; border-radius: .5rem; background: #fff }
`;

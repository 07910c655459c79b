import { element, frameOf, messageOf } from "../../web/browser/pay/elements.ts";
import { wordIn } from "../../web/browser/pay/pay-words.ts";
import { type ConfirmStep, offer, type Stage } from "../../web/browser/pay/stage.ts";

const DEVICE_WAIT_MS = 10_000;
/** The Accept header of a browser that loads a page: Worldpay requires this browser's. */
const ACCEPT = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

/** The part of `checkout.js` that the page uses. */
interface HostedFields {
  generateSessionState(done: (failed: unknown, sessionHref: string) => void): void;
  remove?(): void;
}
interface WorldpayScript {
  readonly checkout: {
    init(options: object, ready: (failed: unknown, fields: HostedFields) => void): void;
  };
}

let loading: Promise<WorldpayScript> | null = null;
let count = 0;

offer(async (stage) => {
  const says = element("p", { role: "status" });
  const bank = element("div", { className: "raffle-bank" });
  // A page that was loaded again while the bank asks: the card was entered before.
  if (typeof stage.data.action === "string") {
    stage.place.append(says, bank);
    void converse(stage, { says, bank, ask: () => undefined }, stage.data);
    return;
  }
  const worldpay = await load(String(stage.data.scriptUrl));
  if (!stage.signal.aborted) await showFields(stage, worldpay, says, bank);
});

/** The elements that show a step to the buyer. */
interface Shown {
  readonly says: HTMLElement;
  readonly bank: HTMLElement;
  /** Lets the buyer enter a card again. */
  ask(text: string): void;
}

async function showFields(
  stage: Stage,
  worldpay: WorldpayScript,
  says: HTMLElement,
  bank: HTMLElement,
): Promise<void> {
  const { place, locale, signal, payLabel, data } = stage;
  const formName = `raffle-${(count += 1)}`;
  const labels = { pan: PAY_WORDS.card, expiry: PAY_WORDS.expiry, cvv: PAY_WORDS.cvc };
  const boxes = Object.entries(labels).map(([name, texts]) => {
    const style = { height: "2.75rem", padding: "0 .5rem", border: "1px solid #8888", borderRadius: ".5rem" };
    const box = element("div", { id: `${formName}-${name}`, className: "raffle-field", style });
    return element(
      "label",
      { style: { display: "block", margin: "0 0 .75rem" } },
      wordIn(locale, texts),
      box,
    );
  });
  const button = element("button", {
    className: "button",
    textContent: payLabel ?? wordIn(locale, PAY_WORDS.pay),
  });
  const form = element("form", { id: `${formName}-form`, className: "raffle-card" }, ...boxes, button);
  place.append(form, says, bank);
  const fields = await new Promise<HostedFields>((resolve, reject) => {
    const selector = (name: string) => ({ selector: `#${formName}-${name}` });
    const places = { pan: selector("pan"), expiry: selector("expiry"), cvv: selector("cvv") };
    worldpay.checkout.init({ id: data.checkoutId, form: `#${form.id}`, fields: places }, (failed, checkout) =>
      failed ? reject(failed as Error) : resolve(checkout),
    );
  });
  signal.addEventListener("abort", () => fields.remove?.(), { once: true });
  const ask = (text: string) => {
    form.hidden = false;
    says.textContent = text;
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (form.hidden) return;
    fields.generateSessionState((failed, sessionHref) => {
      if (failed) return ask(wordIn(locale, PAY_WORDS.check));
      if (form.hidden) return;
      form.hidden = true;
      const device = { userAgent: navigator.userAgent, acceptHeader: ACCEPT };
      void converse(stage, { says, bank, ask }, null, { sessionHref, device });
    });
  });
}

/** Sends a step and does what the bank wants, until there is nothing left to do. */
async function converse(
  stage: Stage,
  { says, bank, ask }: Shown,
  stageData: Stage["data"] | null,
  first?: ConfirmStep,
): Promise<void> {
  try {
    let next = first ? await stage.confirm(first) : stageData;
    while (next !== null && !stage.signal.aborted) {
      says.textContent = next.action === "challenge" ? wordIn(stage.locale, PAY_WORDS.bank) : "";
      const step: ConfirmStep | null =
        next.action === "challenge"
          ? await challenge(stage, bank, next)
          : { deviceData: { reference: await deviceReference(stage, bank, next) } };
      bank.replaceChildren();
      says.textContent = "";
      if (step === null || stage.signal.aborted) return;
      next = await stage.confirm(step);
    }
    stage.done();
  } catch {
    if (!stage.signal.aborted) ask(wordIn(stage.locale, PAY_WORDS.again));
  }
}

/** null: the bank's hidden page has not answered in time, and the payment continues without. */
async function deviceReference(stage: Stage, bank: HTMLElement, { url, jwt, bin }: Stage["data"]) {
  if (typeof url !== "string") return null;
  intoFrame(stage, bank, url, { JWT: jwt, Bin: bin }, false);
  const { signal } = stage;
  // Of a frame within the frame, too.
  return messageOf({ frame: null, origin: new URL(url).origin, signal }, referenceIn, DEVICE_WAIT_MS);
}

function referenceIn(data: unknown): string | null | undefined {
  try {
    const message = JSON.parse(String(data)) as { MessageType?: unknown; SessionId?: unknown };
    if (message.MessageType !== "profile.completed") return undefined;
    return typeof message.SessionId === "string" ? message.SessionId : null;
  } catch {
    return undefined;
  }
}

async function challenge(
  stage: Stage,
  bank: HTMLElement,
  { url, jwt, reference }: Stage["data"],
): Promise<ConfirmStep | null> {
  const frame = intoFrame(stage, bank, String(url), { JWT: jwt, MD: reference ?? "" }, true);
  // The bank's page leads to one of the service's, which says so.
  const { origin, signal } = stage;
  const isDone = (data: unknown) =>
    (data as { event?: unknown } | null)?.event === "challenge_done" ? true : undefined;
  return (await messageOf({ frame, origin, signal }, isDone)) && { challenge: "done" };
}

/** Sends members to an address, whose answer is shown in a frame. */
function intoFrame(
  { locale }: Stage,
  bank: HTMLElement,
  url: string,
  members: Readonly<Record<string, unknown>>,
  visible: boolean,
): HTMLIFrameElement {
  const frame = frameOf(wordIn(locale, PAY_WORDS.frame), visible);
  frame.name = `raffle-bank-${(count += 1)}`;
  const inputs = Object.entries(members).map(([name, value]) =>
    element("input", { type: "hidden", name, value: String(value) }),
  );
  const form = element("form", { method: "post", action: url, target: frame.name, hidden: true }, ...inputs);
  bank.replaceChildren(frame, form);
  form.submit();
  return frame;
}

/** Worldpay's own script, which may not be pinned. */
function load(address: string): Promise<WorldpayScript> {
  loading ??= new Promise<WorldpayScript>((resolve, reject) => {
    const script = element("script", {
      src: address,
      onload: () => {
        const { Worldpay } = window as unknown as { Worldpay?: WorldpayScript };
        if (Worldpay) resolve(Worldpay);
        else reject(new Error("checkout.js brought nothing"));
      },
      onerror: () => reject(new Error("checkout.js could not be loaded")),
    });
    document.head.append(script);
  });
  loading.catch(() => (loading = null));
  return loading;
}

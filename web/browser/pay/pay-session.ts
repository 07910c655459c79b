import type { CheckoutOptions, CheckoutSession, CheckoutStatus, Handle, Target } from "../service.d.ts";
import { element } from "./elements.ts";
import { ownService, serviceAt } from "./service-address.ts";
import { loadPart } from "./loaded-part.ts";
import { pollStatus, type Polling } from "./poll-status.ts";
import { wordIn } from "./pay-words.ts";
import type { ConfirmStep, Stage } from "./stage.ts";
import { elementOf, wrong } from "./wrong-option.ts";

const FUNCTIONS = ["poll", "onPaid", "onFailed", "onRedirect", "confirm"] as const;
const OPTIONS: ReadonlySet<string> = new Set([
  "session",
  "host",
  ...FUNCTIONS,
  "payLabel",
  "pollIntervalMs",
  "locale",
]);
const INTERVAL_MS = 2_000;
const INTERVAL_LEAST_MS = 500;

/** The payment step of a session that the page's own backend has started. */
export function checkout(target: Target, options: CheckoutOptions): Handle {
  const session = checked(options);
  const service = serviceFor(options);
  const into = elementOf("checkout", target);
  const { locale = document.documentElement.lang || navigator.language, payLabel = null } = options;
  const place = element("div");
  into.append(place);
  const end = new AbortController();
  const over = () => {
    end.abort();
    place.replaceChildren();
  };
  const polling = pollStatus(options.poll, {
    everyMs: options.pollIntervalMs ?? INTERVAL_MS,
    signal: end.signal,
    // Errors of the page's own functions reach the page; failed polls do not.
    paid(status) {
      over();
      queueMicrotask(() => options.onPaid?.(status));
    },
    failed(reason) {
      over();
      queueMicrotask(() => options.onFailed?.(reason));
    },
  });
  const { payment } = session;
  const shown = { place, service, locale, payLabel, signal: end.signal, polling };
  if (payment?.type === "PAY_URL" || payment?.type === "CODE_URL")
    showLink(options, payment.redirectUrl, shown);
  else if (payment) void showPart(session, payment.data, options, shown);
  return {
    unmount() {
      end.abort();
      place.remove();
    },
  };
}

/** @returns the session, without its envelope */
function checked(options: CheckoutOptions): CheckoutSession {
  if (typeof options !== "object" || options === null) throw wrong("checkout", "options", "an object");
  const unknown = Object.keys(options).find((name) => !OPTIONS.has(name));
  if (unknown !== undefined) throw new TypeError(`Service.checkout: unknown option ${unknown}`);
  const session = bare<CheckoutSession>(options.session);
  if (typeof session?.id !== "string" || (session.payment !== null && typeof session.payment !== "object"))
    throw wrong("checkout", "session", "the data of a session's creation");
  if (typeof options.poll !== "function")
    throw wrong("checkout", "poll", "a function that returns the session's status");
  for (const name of FUNCTIONS) {
    if (options[name] !== undefined && typeof options[name] !== "function")
      throw wrong("checkout", name, "a function");
  }
  if (session.payment?.type === "FIELDS_SDK" && !options.confirm)
    throw wrong("checkout", "confirm", "a function: a session of card fields is confirmed by your backend");
  const { payLabel, pollIntervalMs, locale } = options;
  if (payLabel !== undefined && typeof payLabel !== "string") throw wrong("checkout", "payLabel", "a text");
  if (locale !== undefined && typeof locale !== "string") throw wrong("checkout", "locale", "a language tag");
  if (
    pollIntervalMs !== undefined &&
    !(Number.isFinite(pollIntervalMs) && pollIntervalMs >= INTERVAL_LEAST_MS)
  )
    throw wrong("checkout", "pollIntervalMs", `at least ${INTERVAL_LEAST_MS}`);
  return session;
}

/** Returns the address of the service, without a slash at the end. */
function serviceFor({ host = ownService() }: CheckoutOptions): string {
  const service = serviceAt(host);
  if (service === null) throw wrong("checkout", "host", "the service's host, such as raffles.example");
  return service;
}

/** Reads the session with or without the envelope of the API. */
function bare<T>(answer: unknown): T | undefined {
  const outer = answer as { readonly data?: unknown } | null | undefined;
  const inner = typeof outer?.data === "object" && outer.data !== null ? outer.data : outer;
  return (inner ?? undefined) as T | undefined;
}

interface Shown {
  readonly place: HTMLElement;
  /** Address of the service, without a slash at the end. */
  readonly service: string;
  readonly locale: string;
  readonly payLabel: string | null;
  readonly signal: AbortSignal;
  readonly polling: Polling;
}

function showLink({ onRedirect }: CheckoutOptions, url: string | null, shown: Shown): void {
  const { place, locale, payLabel } = shown;
  if (url === null) return showTrouble(shown, null);
  const textContent = payLabel ?? wordIn(locale, PAY_WORDS.continue);
  const button = element("button", { type: "button", className: "raffle-pay", textContent });
  button.addEventListener("click", () => (onRedirect ? onRedirect(url) : location.assign(url)));
  place.append(button);
}

async function showPart(
  session: CheckoutSession,
  text: string | null,
  options: CheckoutOptions,
  shown: Shown,
): Promise<void> {
  try {
    const data = JSON.parse(text ?? "null") as Stage["data"] | null;
    const pay = await loadPart(String(data?.provider), shown.service);
    if (shown.signal.aborted || data === null) return;
    await pay(stageOf(session, data, options, shown));
  } catch (error) {
    if (shown.signal.aborted) return;
    console.error("raffle embed.js: the payment could not be shown", error);
    showTrouble(shown, () => void showPart(session, text, options, shown));
  }
}

/** @param again null: trying again is of no use */
function showTrouble({ place, locale }: Shown, again: (() => void) | null): void {
  const said = element("p", { role: "alert" }, wordIn(locale, PAY_WORDS.trouble));
  place.replaceChildren(said);
  if (again === null) return;
  const button = element("button", { type: "button" }, wordIn(locale, PAY_WORDS.retry));
  button.addEventListener("click", () => {
    place.replaceChildren();
    again();
  });
  place.append(button);
}

function stageOf(
  { id, provider }: CheckoutSession,
  data: Stage["data"],
  { confirm }: CheckoutOptions,
  { polling, service, ...shown }: Shown,
): Stage {
  return {
    ...shown,
    sessionId: id,
    data,
    origin: new URL(service).origin,
    async confirm(step: ConfirmStep) {
      try {
        const answer = bare<CheckoutStatus & { readonly error?: unknown }>(await confirm?.(step));
        const next = answer?.status === "pending" ? answer.payment?.data : null;
        if (answer?.status === undefined) throw new Error("confirm brought no status");
        return next ? (JSON.parse(next) as Stage["data"]) : null;
      } catch (error) {
        // Declined, perhaps: the status says so. Else a card may be entered again.
        await polling.look();
        if (shown.signal.aborted) return null;
        throw error;
      }
    },
    done: () => void polling.look(),
    back(parameters) {
      const address = `${service}/rails/${provider}/${id}/return?${new URLSearchParams(parameters)}`;
      // Nothing of the answer is read: the status tells what came of it.
      const told = fetch(address, { mode: "no-cors", credentials: "omit", keepalive: true });
      void told.catch(() => undefined).then(() => polling.look());
    },
  };
}

import { tellFrame } from "../buying/opener.ts";
import { startCountdown } from "../countdown.ts";
import { clockFrom, type ServiceClock } from "../live.ts";
import { offerSharing } from "../results/share.ts";
import { offerWallets } from "./token-wallet.ts";
import { followOrder, type OrderFacts } from "./follow-order.ts";
import { type ConfirmStep, offered, type Pay, type Stage } from "./stage.ts";

// The page of an order: it shows the rail's part, leads on to a provider, and follows what becomes of the payment.

const MINUTE_MS = 60_000;
/** Errors after which the same card, or another, may be entered again. */
const AGAIN = new Set(["invalid_session_href", "rate_limited", "unavailable", "rail_unavailable"]);

const facts = JSON.parse(document.querySelector("#facts")!.textContent!) as OrderFacts;
const here = new URL(facts.here, location.href);
const below = (route: string) => here.pathname + route;

// A provider leads back to the rail's address, with parameters: a reload is to load the order.
if (facts.hosted && location.pathname.endsWith("/return")) history.replaceState(null, "", here);
tellStanding();
const followed = followOrder(facts, below("/status"), () => location.replace(facts.here));
if (facts.waiting) followed.waitFor(showLate);
offerToClose();
offerSharing();
goOn();
void showPart();
offerWallets(() => void followed.look());
if (facts.status === "pending") {
  const clock = clockFrom(facts.now);
  startCountdown(clock, () => followed.look());
  sayHold(clock);
}

function tellStanding(): void {
  const { status, quantity, reason } = facts;
  if (status === "failed") tellFrame({ type: "failed", reason: reason ?? "failed" });
  else if (status === "paid") tellFrame({ type: "paid", quantity });
  else tellFrame({ type: "pending", order: here.pathname, sent: null });
}

function offerToClose(): void {
  const button = document.querySelector<HTMLButtonElement>("[data-close]");
  // Windows that a script opened may be closed by one.
  if (!button || (!window.opener && history.length > 1)) return;
  button.hidden = false;
  // Behind a small window the partner's page is still open.
  const home = document.querySelector<HTMLElement>("[data-home]");
  if (home && window.opener && !matchMedia("(pointer: coarse)").matches) home.hidden = true;
  button.addEventListener("click", () => {
    tellFrame({ type: "closed" });
    window.close();
  });
}

/** Leads on to the provider's page, once: a buyer who comes back from it by the browser's button stays here. */
function goOn(): void {
  if (facts.goOn === null) return;
  const key = `raffle-gone:${facts.id}`;
  try {
    if (sessionStorage.getItem(key) !== null) return;
    sessionStorage.setItem(key, "1");
  } catch {
    // Without storage the link is followed by hand.
    return;
  }
  const { goOn: address } = facts;
  const leave = () => location.assign(address);
  // A page that leaves while it loads is replaced in the browser's history: the way back would skip it.
  if (document.readyState === "complete") leave();
  else addEventListener("load", () => setTimeout(leave), { once: true });
}

/** Says when little of the hold is left, at most once for each. */
function sayHold(clock: ServiceClock): void {
  const timer = document.querySelector<HTMLElement>("[data-until]");
  const place = document.querySelector("[data-said]");
  if (!timer || !place) return;
  const until = Date.parse(timer.dataset.until!);
  for (const [minutes, text] of Object.entries(facts.soon)) {
    const inMs = until - Number(minutes) * MINUTE_MS - clock.now();
    if (inMs > 0) setTimeout(() => (place.textContent = text), inMs);
  }
}

function showLate(): void {
  for (const place of document.querySelectorAll<HTMLElement>("[data-late]")) place.hidden = false;
}

async function showPart(): Promise<void> {
  const place = document.querySelector<HTMLElement>("[data-part]");
  if (!place) return;
  try {
    const script = document.querySelector<HTMLScriptElement>(`script[src$="/${place.dataset.part}"]`)!;
    await (
      await partOf(script)
    )(stageOn(place));
  } catch (error) {
    console.error(error);
    place.hidden = true;
    document.querySelector<HTMLElement>("[data-trouble]")!.hidden = false;
  }
  place.removeAttribute("aria-busy");
}

/** Returns the part of a script after this one, which may have failed already. */
function partOf(script: HTMLScriptElement): Promise<Pay> {
  const late = new Promise<never>((_resolve, reject) => {
    addEventListener("DOMContentLoaded", () => setTimeout(reject, 0, new Error("no part was loaded")));
  });
  return Promise.race([offered(script), late]);
}

function stageOn(place: HTMLElement): Stage {
  return {
    place,
    sessionId: facts.id,
    data: facts.data as Stage["data"],
    origin: facts.origin,
    locale: document.documentElement.lang,
    payLabel: facts.payLabel,
    signal: new AbortController().signal,
    confirm,
    done() {
      followed.waitFor(showLate);
      followed.look();
    },
    back: (parameters) => location.assign(`${facts.back}?${new URLSearchParams(parameters)}`),
  };
}

async function confirm(step: ConfirmStep): Promise<Stage["data"] | null> {
  const { device: _told, ...sent } = { device: undefined, ...step };
  const body = new URLSearchParams({ step: JSON.stringify(sent) });
  const answer = await fetch(below("/confirm"), { method: "POST", body });
  const { data, error } = (await answer.json()) as {
    data?: { status: string; payment: { data: string } | null };
    error?: string;
  };
  if (error !== undefined && (AGAIN.has(error) || answer.status >= 500)) throw new Error(error);
  return data?.status === "pending" && data.payment ? (JSON.parse(data.payment.data) as Stage["data"]) : null;
}

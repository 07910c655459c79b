import { fromPopup, type FromFrame } from "../protocol.ts";

const POPUP = { width: 480, height: 760 };
const FIRST_MS = 2_000;
const MOST_MS = 10_000;
const SLOWER = 1.25;
/** Longer than any checkout lasts. */
const OVER_MS = 35 * 60_000;
const LOOK_AGAIN_MS = 2_500;
const VISIT_BYTES = 16;
/** What this page remembers when it loads itself again: nothing is stored in frames. */
const VISITING = /^#visit=([\w-]{22})\.(\d+)\.(\d+)$/;
const BOUGHT = /^#in=(\d+)$/;

type Status = "opened" | "pending" | "paid" | "failed";

interface Surroundings {
  /** Where visits are asked about, with a slash at the end. */
  readonly visits: string;
  readonly tell: (message: FromFrame) => void;
  /** Asks how the lots stand, at once. */
  readonly look: () => void;
}

/** Opens checkout in a window of its own, or a tab on phones, and says what becomes of it. */
export function startBuying(surroundings: Surroundings): void {
  for (const place of document.querySelectorAll<HTMLElement>("[data-buying]")) {
    place.addEventListener("click", (event) => {
      const link = (event.target as Element).closest<HTMLAnchorElement>("a");
      if (link) open(event, link, place, surroundings);
    });
  }
  const [, id, lot, since] = VISITING.exec(location.hash) ?? [];
  if (id) follow({ id, lot: lot!, sinceMs: Number(since) }, null, surroundings);
  const [, bought] = BOUGHT.exec(location.hash) ?? [];
  if (bought) setTimeout(() => say(bought, "paid"));
}

function open(
  event: MouseEvent,
  link: HTMLAnchorElement,
  place: HTMLElement,
  surroundings: Surroundings,
): void {
  const visit = { id: newVisit(), lot: place.dataset.buying!, sinceMs: Date.now() };
  const address = new URL(link.href);
  address.searchParams.set("visit", visit.id);
  const home = hostAround();
  if (home) address.searchParams.set("home", home);
  for (const each of place.querySelectorAll("a")) each.href = address.href;
  remember(`#visit=${visit.id}.${visit.lot}.${visit.sinceMs}`);
  const isPlain = link.hasAttribute("data-buy") && !event.ctrlKey && !event.metaKey && !event.shiftKey;
  // Nothing blocks the tab that a link opens by itself.
  if (!isPlain || isPhone()) return follow(visit, null, surroundings);
  event.preventDefault();
  const popup = window.open(address.href, "_blank", features());
  // null also where the host page has cut the window off, though it is open: no second one is opened.
  const elsewhere = place.querySelector<HTMLElement>("[data-elsewhere]");
  if (elsewhere) elsewhere.hidden = popup !== null;
  follow(visit, popup, surroundings);
}

/** Of the page that this frame stands in. */
function hostAround(): string | undefined {
  if (parent === self) return undefined;
  // Not every browser has it.
  const { ancestorOrigins } = location as Partial<Location>;
  return /^https?:\/\/([^/]+)/.exec(ancestorOrigins?.[0] ?? document.referrer)?.[1];
}

/** Or a tablet: windows are tabs there in any case. */
function isPhone(): boolean {
  return matchMedia("(pointer: coarse)").matches;
}

function features(): string {
  const { width, height } = POPUP;
  const left = Math.max(0, Math.round(screenX + (outerWidth - width) / 2));
  const top = Math.max(0, Math.round(screenY + (outerHeight - height) / 2));
  return `popup,width=${width},height=${height},left=${left},top=${top}`;
}

function newVisit(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(VISIT_BYTES));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

interface Visit {
  readonly id: string;
  readonly lot: string;
  readonly sinceMs: number;
}

/** Hears what the window says, and asks besides: any page on its way may have cut it off from here. */
function follow(
  { id, lot, sinceMs }: Visit,
  popup: Window | null,
  { visits, tell, look }: Surroundings,
): void {
  let waitMs = FIRST_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  let asking = false;
  const end = () => {
    isOver = true;
    clearTimeout(timer);
    removeEventListener("message", hear);
    document.removeEventListener("visibilitychange", wake);
  };
  const know = (status: Status, quantity: number) => {
    if (isOver) return;
    say(lot, status);
    if (status !== "paid") return;
    end();
    remember(`#in=${lot}`);
    tell({ type: "paid", competitionId: Number(lot), quantity });
    look();
    setTimeout(look, LOOK_AGAIN_MS);
  };
  const hear = ({ source, origin, data }: MessageEvent) => {
    if (source === null || source !== popup || origin !== location.origin) return;
    const message = fromPopup(data);
    if (!message) return;
    if (message.type === "closed") void ask();
    else know(message.type, message.type === "paid" ? message.quantity : 0);
  };
  const wait = () => {
    clearTimeout(timer);
    if (Date.now() - sinceMs > OVER_MS) end();
    if (isOver || document.visibilityState !== "visible") return;
    timer = setTimeout(() => void ask(), waitMs);
    waitMs = Math.min(MOST_MS, waitMs * SLOWER);
  };
  const ask = async () => {
    if (isOver || asking) return;
    asking = true;
    try {
      const answer = await fetch(visits + id, { credentials: "omit", cache: "no-store" });
      const { status, quantity } = (await answer.json()) as { status?: Status | "none"; quantity?: number };
      if (answer.ok && status && status !== "none") know(status, quantity ?? 0);
    } catch {
      // It is asked again.
    }
    asking = false;
    wait();
  };
  const wake = () => void (document.visibilityState === "visible" ? ask() : clearTimeout(timer));
  addEventListener("message", hear);
  document.addEventListener("visibilitychange", wake);
  wait();
}

function remember(hash: string): void {
  history.replaceState(null, "", hash);
}

function say(lot: string, status: Status): void {
  const place = document.querySelector<HTMLElement>(`[data-buying="${lot}"]`);
  const said = place?.querySelector("[data-said]");
  const text = place?.dataset[status];
  if (said && text && said.textContent !== text) said.textContent = text;
}

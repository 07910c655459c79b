import { noteWatching } from "./results/watching.ts";

const EVERY_MS = 5_000;
const SPREAD = 0.2;
const WAIT_MOST_MS = 60_000;
/** A page may come from a cache that is this old. */
const PAGE_AGE_MS = 6_000;
/** Tickets left that are worth saying aloud. */
const SAID = [50, 20, 10, 5, 0];
const SELLING = new Set(["scheduled", "open", "sold_out"]);

/** Facts that the page passes to its script. */
export interface Facts {
  readonly kind: "grid" | "lot" | "results";
  /** Address for the state of lots. */
  readonly live: string;
  /** Address for the state of visits. */
  readonly visits: string;
  /** The service's time when the page was made. */
  readonly now: string;
  /** Texts for the tickets left, by plural form, with `#` for the number; `=0` for none. */
  readonly left: Readonly<Record<string, string>>;
}

interface LiveLot {
  readonly id: number;
  readonly state: string;
  readonly sold: number;
  readonly max: number;
  readonly available: number;
  /** The public part of its draw. */
  readonly draw?: string;
}

/** The service's time, which the machine's steady clock carries on: the viewer's own may be wrong. */
export interface ServiceClock {
  now(): number;
  set(nowMs: number): void;
}

export function clockFrom(now: string): ServiceClock {
  let offset = 0;
  const clock = {
    now: () => performance.now() + offset,
    set(nowMs: number) {
      offset = nowMs - performance.now();
    },
  };
  clock.set(Date.parse(now));
  return clock;
}

const { documentElement: root } = document;
const plurals = new Intl.PluralRules(root.lang);
const numbers = new Intl.NumberFormat(root.lang);

/**
 * Reads the state of the page's lots every few seconds while they are visible, and shows it. A page whose lots have
 * changed state reloads.
 * @returns reads at once
 */
export function followLots(facts: Facts, clock: ServiceClock): () => void {
  let failures = 0;
  /** ETag of the answer that is shown. */
  let tag: string | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let inSight = true;
  let asking = false;
  let isOver = false;
  const isSeen = () => inSight && document.visibilityState === "visible";

  const wait = () => {
    clearTimeout(timer);
    if (isOver || !isSeen()) return;
    const spread = 1 + SPREAD * (2 * Math.random() - 1);
    timer = setTimeout(() => void ask(), Math.min(WAIT_MOST_MS, EVERY_MS * 2 ** failures) * spread);
  };
  const ask = async () => {
    if (asking || isOver || !isSeen()) return;
    asking = true;
    try {
      // Past the browser's cache, in which an answer that still holds keeps its old time.
      const headers: Record<string, string> = tag === null ? {} : { "If-None-Match": tag };
      const answer = await fetch(facts.live, { credentials: "omit", cache: "no-store", headers });
      if (answer.status !== 304) {
        if (!answer.ok) throw new Error(String(answer.status));
        const { now, lots } = (await answer.json()) as { now: string; lots: LiveLot[] };
        tag = answer.headers.get("ETag");
        clock.set(Date.parse(now) + Number(answer.headers.get("Age") ?? 0) * 1_000);
        isOver = show(facts, lots) === "over";
      }
      failures = 0;
    } catch {
      failures += 1;
    }
    asking = false;
    wait();
  };
  document.addEventListener("visibilitychange", () => {
    // The monotonic clock stops while a machine sleeps.
    tag = null;
    void ask();
  });
  new IntersectionObserver((entries) => {
    const seen = entries.at(-1)!.isIntersecting;
    const came = seen && !inSight;
    inSight = seen;
    if (came) void ask();
  }).observe(root);
  void ask();
  return () => void ask();
}

function show(facts: Facts, lots: readonly LiveLot[]): "over" | "on" {
  const byId = new Map(lots.map((lot) => [lot.id, lot]));
  const shown = [...document.querySelectorAll<HTMLElement>("[data-lot]")];
  let isOld = false;
  for (const element of shown) {
    const lot = byId.get(Number(element.dataset.lot));
    if (!lot) continue;
    showCounts(facts, element, lot);
    isOld ||= stateOf(lot) !== element.dataset.state;
    // The result page shows the draw, too.
    if (facts.kind === "results" && lot.draw !== undefined && lot.draw !== element.dataset.draw) {
      isOld = true;
      if (lot.draw === "published") noteWatching();
    }
    // Tickets that were held for others have been sold.
    isOld ||= "held" in element.dataset && lot.sold >= lot.max;
  }
  if (facts.kind === "grid") {
    const ids = new Set(shown.map(({ dataset }) => Number(dataset.lot)));
    const live = lots.filter((lot) => lot.state === "open" || lot.state === "scheduled");
    isOld ||= live.some(({ id }) => !ids.has(id)) || [...ids].some((id) => !byId.has(id));
  } else if (shown.every(({ dataset }) => !byId.has(Number(dataset.lot)) && !SELLING.has(dataset.state!))) {
    // A lot that sells may be younger than the answer.
    return "over";
  }
  if (isOld) loadAgain();
  return "on";
}

function stateOf({ state, available }: LiveLot): string {
  return state === "open" && available === 0 ? "sold_out" : state;
}

let isLoading = false;

/** Once: where the page came from a cache a moment ago, not before that has let go of it. */
function loadAgain(): void {
  if (isLoading) return;
  isLoading = true;
  const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const wait = entry?.type === "reload" ? Math.max(0, PAGE_AGE_MS - performance.now()) : 0;
  setTimeout(() => location.reload(), wait);
}

function showCounts(facts: Facts, element: HTMLElement, { sold, max, available }: LiveLot): void {
  const put = (name: string, text: string) => {
    const place = element.querySelector(`[data-live="${name}"]`);
    if (place && place.textContent !== text) place.textContent = text;
  };
  const bar = element.querySelector<HTMLProgressElement>('[data-live="bar"]');
  if (!bar) return;
  Object.assign(bar, { value: sold, max });
  put("sold", numbers.format(sold));
  const left = leftText(facts, available);
  put("left", left);
  const before = Number(element.dataset.available ?? available);
  element.dataset.available = String(available);
  if (facts.kind !== "grid" && SAID.some((count) => before > count && available <= count)) put("said", left);
}

function leftText({ left }: Facts, count: number): string {
  const form = count === 0 ? left["=0"] : left[plurals.select(count)];
  return (form ?? left.other ?? "#").replace("#", numbers.format(count));
}

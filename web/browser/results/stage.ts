import { wasWatched } from "./watching.ts";

const ARRIVAL_MS = 2_200;
/** Waits between two numbers: short at first, then longer. */
const FIRST_MS = 45;
const SLOWER = 1.13;
const NUMBERS = 24;

/**
 * Shows a draw that the reader waited for step by step: its block arrives, its ticket is found, its winner appears. The
 * numbers that pass by are decoration; the last one is the published one, which the page has from the beginning.
 * Readers who prefer no motion see the end at once. Once it is over, the result is said aloud.
 */
export async function playDraw(): Promise<void> {
  const outcome = document.querySelector<HTMLElement>("[data-outcome]");
  if (!outcome || !wasWatched()) return;
  const { dataset } = outcome.closest("main")!;
  if (!matchMedia("(prefers-reduced-motion: reduce)").matches) {
    dataset.playing = "arrival";
    await passed(ARRIVAL_MS);
    dataset.playing = "ticket";
    await showNumbers(outcome.querySelector<HTMLElement>("[data-ticket]")!, Number(outcome.dataset.total));
    dataset.playing = "over";
  }
  document.querySelector("[data-announced]")!.textContent = outcome.dataset.announce!;
}

async function showNumbers(place: HTMLElement, total: number): Promise<void> {
  if (!(total > 1)) return;
  const numbers = new Intl.NumberFormat(document.documentElement.lang);
  const rolling = document.createElement("span");
  rolling.setAttribute("aria-hidden", "true");
  place.append(rolling);
  for (let [n, ms] = [0, FIRST_MS]; n < NUMBERS; [n, ms] = [n + 1, ms * SLOWER]) {
    rolling.textContent = numbers.format(1 + Math.floor(Math.random() * total));
    await passed(ms);
  }
  rolling.remove();
}

/** Resolves after a time. A page that is out of sight does not wait. */
function passed(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, document.hidden ? 0 : ms));
}

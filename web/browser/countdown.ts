import type { ServiceClock } from "./live.ts";

const SECOND_MS = 1_000;
/** Time that is left when the countdown of a payment becomes loud. */
const URGENT_MS = 120_000;

interface Duration {
  readonly days: number;
  readonly hours: number;
  readonly minutes: number;
  readonly seconds: number;
}
/** Not in every library of types yet. */
interface DurationFormat {
  format(duration: Duration): string;
}
const { DurationFormat } = Intl as typeof Intl & {
  DurationFormat?: new (locale: string, options: object) => DurationFormat;
};

/** Counts down what has a `data-until`, by the service's clock, to its `data-over`. @param ended called once when one is over */
export function startCountdown(clock: ServiceClock, ended: () => void): void {
  const places = [...document.querySelectorAll<HTMLElement>("[data-until]")];
  if (places.length === 0) return;
  const over = new Set<HTMLElement>();
  const step = () => {
    const now = clock.now();
    for (const place of places) {
      const restMs = Date.parse(place.dataset.until!) - now;
      const rest = place.querySelector(".rest")!;
      const isOver = restMs <= 0 && place.dataset.over !== undefined;
      const text = isOver ? place.dataset.over! : durationText(Math.max(0, Math.ceil(restMs / SECOND_MS)));
      if (rest.textContent !== text) rest.textContent = text;
      place.hidden = false;
      place.classList.toggle("urgent", restMs > 0 && restMs < URGENT_MS);
      if (restMs <= 0 && !over.has(place)) {
        over.add(place);
        ended();
      }
    }
    setTimeout(step, SECOND_MS - (now % SECOND_MS) + 5);
  };
  step();
}

function durationText(seconds: number): string {
  const duration = {
    days: Math.floor(seconds / 86_400),
    hours: Math.floor(seconds / 3_600) % 24,
    minutes: Math.floor(seconds / 60) % 60,
    seconds: seconds % 60,
  };
  if (DurationFormat) {
    const { lang } = document.documentElement;
    const shown = new DurationFormat(lang, {
      style: "narrow",
      minutesDisplay: "always",
      secondsDisplay: "always",
    });
    return shown.format(duration);
  }
  const two = (value: number) => String(value).padStart(2, "0");
  return `${duration.days}:${two(duration.hours)}:${two(duration.minutes)}:${two(duration.seconds)}`;
}

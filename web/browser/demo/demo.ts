import type * as service from "../service.d.ts";
import { snippetOf, type Snippet } from "../../snippet/snippet.ts";

const EVENTS = [
  "raffle:ready",
  "raffle:state",
  "raffle:open",
  "raffle:pending",
  "raffle:paid",
  "raffle:failed",
  "raffle:close",
  "raffle:error",
] as const satisfies (keyof service.RaffleEventMap)[];
const SHOWN = 20;

/** Shows the events that a partner's page gets from its widgets. */
function showEvents(list: Element | null): void {
  for (const type of EVENTS)
    document.addEventListener(type, (event) => {
      const line = document.createElement("li");
      const { detail } = event as CustomEvent<unknown>;
      line.textContent = `${new Date().toLocaleTimeString()} ${type} ${JSON.stringify(detail)}`;
      list?.prepend(line);
      while ((list?.children.length ?? 0) > SHOWN) list?.lastElementChild?.remove();
    });
}

/** Shows the results of the draw that the visitor started, as they come. */
function showDraw(place: HTMLElement | null): void {
  if (!place) return;
  const { host, org, lot, locale, scheme } = place.dataset as Record<string, string>;
  const { results } = window.Service as typeof service;
  results(place, {
    host: host!,
    org: org!,
    lot: Number(lot),
    locale,
    scheme: scheme as service.Look["scheme"],
  });
}

/** Keeps the lines as the form chooses, and copies them. */
function followChoice(section: HTMLElement | null): void {
  const form = section?.querySelector("form");
  if (!section || !form) return;
  const { base, slug, name, url, integrity, copied, select } = section.dataset as Record<string, string>;
  const lines = (part: string) => section.querySelector(`[data-lines="${part}"]`)!;
  const write = () => {
    const chosen = (field: string) => String(new FormData(form).get(field) ?? "").trim();
    const competition = chosen("competition");
    const option = form.querySelector<HTMLOptionElement>("[name=competition] option:checked");
    const snippet = snippetOf(
      {
        base: base!,
        slug: slug!,
        name: (competition && option?.text) || name!,
        competition,
        locale: chosen("tagLocale"),
        scheme: chosen("tagScheme"),
        affiliate: chosen("affiliate"),
      },
      { url: url!, integrity: integrity! },
    );
    for (const [part, text] of Object.entries(snippet) as [keyof Snippet, string][])
      lines(part).textContent = text;
  };
  form.addEventListener("input", write);
  form.addEventListener("submit", (event) => event.preventDefault());
  section.querySelector("[data-apply]")?.remove();
  for (const button of section.querySelectorAll<HTMLButtonElement>("[data-copy]")) {
    const status = button.nextElementSibling!;
    button.hidden = false;
    button.addEventListener("click", async () => {
      const text = lines(button.dataset.copy!);
      status.textContent = "";
      try {
        await navigator.clipboard.writeText(text.textContent);
        status.textContent = copied!;
      } catch {
        // Browsers refuse it without https, and where the visitor has not allowed it.
        getSelection()?.selectAllChildren(text);
        status.textContent = select!;
      }
    });
  }
}

showEvents(document.querySelector("[data-events]"));
showDraw(document.querySelector("[data-results]"));
followChoice(document.querySelector("[data-snippet]"));

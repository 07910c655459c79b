import { Following, type Surroundings } from "./following.ts";
import { say } from "./place.ts";
import { emailFragment, features, isPhone } from "./checkout-window.ts";
import { newVisit, rememberedPurchase, rememberedVisit, type Visit } from "./visit.ts";

/** Open windows by lot: each lot has one. */
const visits = new Map<string, Following>();

/** Opens checkout in a new window, or in a tab on phones, and reports its outcome. */
export function startBuying(surroundings: Surroundings): void {
  for (const place of document.querySelectorAll<HTMLElement>("[data-buying]")) {
    place.addEventListener("click", (event) => {
      const link = (event.target as Element).closest<HTMLAnchorElement>("a");
      if (link) open(event, link, place, surroundings);
    });
  }
  const visit = rememberedVisit();
  if (visit) follow(visit, surroundings).goOn(null);
  const bought = rememberedPurchase();
  if (bought) setTimeout(() => say(bought, "paid"));
}

function follow(visit: Visit, surroundings: Surroundings): Following {
  visits.get(visit.lot)?.end();
  const following = new Following(visit, surroundings);
  visits.set(visit.lot, following);
  return following;
}

function open(
  event: MouseEvent,
  link: HTMLAnchorElement,
  place: HTMLElement,
  surroundings: Surroundings,
): void {
  const lot = place.dataset.buying!;
  const isResuming = link.closest("[data-resume]") !== null;
  const isButton = isResuming || link.hasAttribute("data-buy");
  const isPlain = isButton && !event.ctrlKey && !event.metaKey && !event.shiftKey && !isPhone();
  const before = visits.get(lot);
  if (isPlain && before?.toFront()) return event.preventDefault();
  const following = before?.isUndecided ? before : follow(newVisit(lot), surroundings);
  if (!isResuming) addVisit(place, link, following.visit);
  surroundings.tell({ type: "open", competitionId: Number(lot) });
  // Browsers do not block the tab that a link opens.
  if (!isPlain) return following.goOn(null);
  event.preventDefault();
  const popup = window.open(link.href, "_blank", features());
  // null also where the host page has cut the window off, though it is open: no second one is opened.
  const elsewhere = place.querySelector<HTMLElement>("[data-elsewhere]");
  if (elsewhere) elsewhere.hidden = popup !== null;
  following.goOn(popup);
}

/** Makes the links to checkout name the address of the visitor, in the part that is not sent; empty: none. */
export function fillIn(email: string): void {
  const links = document.querySelectorAll<HTMLAnchorElement>("[data-buy], [data-elsewhere] a");
  for (const link of links) link.hash = emailFragment(email);
}

/** Makes the links of a place lead to a checkout that names this visit. */
function addVisit(place: HTMLElement, { href }: HTMLAnchorElement, { id }: Visit): void {
  const address = new URL(href);
  address.searchParams.set("visit", id);
  const home = hostAround();
  if (home) address.searchParams.set("home", home);
  for (const each of place.querySelectorAll("a")) each.href = address.href;
}

/** Returns the address of the page that contains this frame. */
function hostAround(): string | undefined {
  if (parent === self) return undefined;
  // Not every browser has it.
  const { ancestorOrigins } = location as Partial<Location>;
  return /^https?:\/\/([^/]+)/.exec(ancestorOrigins?.[0] ?? document.referrer)?.[1];
}

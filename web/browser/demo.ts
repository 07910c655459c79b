import type { RaffleEventMap } from "./service.d.ts";

const EVENTS = [
  "raffle:ready",
  "raffle:state",
  "raffle:open",
  "raffle:pending",
  "raffle:paid",
  "raffle:failed",
  "raffle:close",
  "raffle:error",
] as const satisfies (keyof RaffleEventMap)[];
const SHOWN = 20;

/** Shows the events that a partner's page gets from its widgets. */
const list = document.querySelector("[data-events]");
for (const type of EVENTS)
  document.addEventListener(type, (event) => {
    const line = document.createElement("li");
    const { detail } = event as CustomEvent<unknown>;
    line.textContent = `${new Date().toLocaleTimeString()} ${type} ${JSON.stringify(detail)}`;
    list?.prepend(line);
    while ((list?.children.length ?? 0) > SHOWN) list?.lastElementChild?.remove();
  });

import { startBuying } from "./buying.ts";
import type { Facts } from "./page.ts";
import { startRefund } from "./refund.ts";

// The script of checkout and refunds of lots on chain, by a wallet of the browser.
const facts = JSON.parse(document.querySelector("#facts")?.textContent ?? "{}") as Partial<Facts>;
if (facts.onChain && facts.kind === "refund") startRefund(facts as Facts);
else if (facts.onChain) startBuying(facts as Facts);

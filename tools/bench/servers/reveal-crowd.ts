import { once } from "node:events";
import { constants, setPriority } from "node:os";
import { largeList } from "../support/lists.ts";
import { DrawPartner } from "../support/draw-partner.ts";

// An organisation that has paid for nothing, in a separate process. On one message it prepares its requests, on the next it
// sends them all at once, and it reports each step. A real organisation hashes, signs and sends its lists on another
// machine, so this process works only when a processor is idle and adds to no measured time.

const UNPAID = 12;
const { ORIGIN: origin, API_KEY: apiKey } = process.env;
const list = largeList(7_000_000);
const partner = await DrawPartner.open(origin!, apiKey!, UNPAID);
const draws = await Promise.all(Array.from({ length: UNPAID }, () => partner.commit()));
setPriority(constants.priority.PRIORITY_LOW);
process.once("disconnect", () => process.exit());

for (;;) {
  const requests = partner.readyUnpaid(draws, list);
  process.send!("ready");
  await once(process, "message");
  const sent = Promise.all(requests.map((send) => send()));
  process.send!("sent");
  await sent;
  process.send!("refused");
  await once(process, "message");
}

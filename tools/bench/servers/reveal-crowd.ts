import { once } from "node:events";
import { constants, setPriority } from "node:os";
import { largeList } from "../support/lists.ts";
import { DrawPartner } from "../support/draw-partner.ts";

// An organisation that has paid for nothing, in a process of its own. It makes its requests ready when it is told to,
// says so, and sends them all at once when it is told that: what it costs to hash, to sign and to send its lists, which is
// done on a machine of its own, is in nobody else's time: it works when a processor is idle.

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

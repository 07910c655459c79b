import { LotDrawRunner } from "../../../src/lot-draws/lot-draw-runner.ts";
import { openService } from "../servers/cluster.ts";

// Commits to the draw of one lot, in a separate process, so that its memory is that of this work.
const [url, lotId] = process.argv.slice(2);
const { wiring, database } = await openService(url!);
const drawRunner = wiring.get(LotDrawRunner);
const start = performance.now();
await drawRunner.drawLot(Number(lotId));
const ms = performance.now() - start;
process.send?.({ ms, maxRssMb: process.resourceUsage().maxRSS / 1024 });
await database.close();
process.disconnect?.();

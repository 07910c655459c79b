import type { Command } from "../command.ts";
import { UsageError } from "../failure.ts";
import { called } from "../service.ts";
import { secondsOf } from "../times.ts";

interface Moved {
  readonly now: string;
  readonly aheadSec: number;
  readonly settled?: boolean;
}

export const CLOCK_COMMANDS: readonly Command[] = [
  {
    name: "clock show",
    help: "show the business time of a service outside production",
    tool: "reads",
    run: async ({ baseUrl, output }) => {
      const time = JSON.parse(await called(`${baseUrl()}/sandbox/clock`)) as Moved;
      output.data(time, `${time.now}  ${time.aheadSec} s ahead`);
    },
  },
  {
    name: "clock advance",
    help: "move the business time and do what is due: 90s, 2h, 40d, or --to",
    arguments: ["[DURATION]"],
    options: ["to"],
    tool: "writes",
    run: async ({ arguments: [duration], options: { to }, baseUrl, output }) => {
      if ((duration === undefined) === (to === undefined)) throw new UsageError("give a duration, or --to");
      const body = duration === undefined ? { to } : { advanceSec: secondsOf(duration) };
      const time = JSON.parse(await called(`${baseUrl()}/sandbox/clock`, { body })) as Moved;
      output.data(
        time,
        `${time.now}  ${time.aheadSec} s ahead  ${time.settled ? "all done" : "not all done yet"}`,
      );
    },
  },
];

import type { FeedEvent, PartnerRaffle } from "../../../typescript/src/index.ts";
import type { Command } from "../command.ts";
import { EXIT, Failure } from "../failure.ts";
import { timeOf } from "../times.ts";
import { printList } from "./resources.ts";

export const EVENT_COMMANDS: readonly Command[] = [
  {
    name: "events list",
    help: "list events, oldest first",
    options: ["since", "type", "limit"],
    tool: "reads",
    run: async (call) => {
      const { since, type } = call.options;
      const from = since === undefined ? undefined : timeOf(since, new Date());
      const types = type?.split(",");
      const events = present(call.raffle(), from);
      await printList(call, types ? chosen(events, types) : events, ["createdAt", "type", "id"]);
    },
  },
  {
    name: "events get",
    help: "show an event of the last 30 days",
    arguments: ["ID"],
    tool: "reads",
    run: async ({ raffle, arguments: [id], output }) => {
      for await (const event of present(raffle())) if (event.id === id) return output.data(event);
      throw new Failure("this event was not found", EXIT.notFound);
    },
  },
];

/** Yields events to the newest. */
async function* present(raffle: PartnerRaffle, since?: string): AsyncGenerator<FeedEvent> {
  const onBreak = (error: Error) => {
    throw error;
  };
  for await (const { events } of raffle.events.follow({ since, waitSec: 0, onBreak }).pages()) {
    yield* events;
    if (events.length === 0) return;
  }
}

async function* chosen(
  events: AsyncIterable<FeedEvent>,
  types: readonly string[],
): AsyncGenerator<FeedEvent> {
  for await (const event of events) if (types.includes(event.type)) yield event;
}

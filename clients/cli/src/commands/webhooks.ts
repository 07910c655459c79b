import type { Command } from "../command.ts";
import { idOf, printList } from "./resources.ts";

export const WEBHOOK_COMMANDS: readonly Command[] = [
  {
    name: "webhooks list",
    tool: "reads",
    help: "list webhook endpoints",
    options: ["limit"],
    run: (call) => printList(call, call.raffle().list("/webhook-endpoints"), ["id", "enabled", "url"]),
  },
  {
    name: "webhooks create",
    tool: "writes",
    help: "create an endpoint, and show its secret",
    arguments: ["URL"],
    run: async ({ raffle, arguments: [url], output }) =>
      output.data(await raffle().post("/webhook-endpoints", { body: { url: url! } })),
  },
  {
    name: "webhooks deliveries",
    tool: "reads",
    help: "list the deliveries to an endpoint, newest first",
    arguments: ["ENDPOINT"],
    options: ["limit"],
    run: (call) => {
      const path = { id: idOf(call.arguments[0]!) };
      const deliveries = call.raffle().list("/webhook-endpoints/{id}/deliveries", { path });
      return printList(call, deliveries, ["id", "state", "eventType", "eventId"]);
    },
  },
  {
    name: "webhooks ping",
    tool: "writes",
    help: "send a ping to an endpoint",
    arguments: ["ENDPOINT"],
    run: async ({ raffle, arguments: [id], output }) =>
      output.data(await raffle().post("/webhook-endpoints/{id}/ping", { path: { id: idOf(id!) } })),
  },
  {
    name: "webhooks replay",
    tool: "writes",
    help: "send a delivery again",
    arguments: ["DELIVERY"],
    run: async ({ raffle, arguments: [id], output }) =>
      output.data(
        await raffle().post("/webhook-endpoints/deliveries/{id}/replay", { path: { id: idOf(id!) } }),
      ),
  },
];

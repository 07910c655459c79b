import type { Caller } from "../../../ports/organisations/access-control.ts";
import type { PartSource } from "../../../ports/token.ts";
import type { Route } from "../kernel/route.ts";
import { checkoutRoutes } from "./checkout-api.ts";
import { competitionRoutes } from "./competitions-api.ts";
import { drawRoutes } from "./draws-api.ts";
import { entryQuestionRoutes } from "./entry-question-api.ts";
import { eventRoutes } from "./events-api.ts";
import { lotDrawRoutes } from "./lot-draws-api.ts";
import { onChainRoutes } from "./onchain-api.ts";
import { prizeRoutes } from "./prizes-api.ts";
import { sessionListRoutes } from "./session-list-api.ts";
import { webhookEndpointRoutes } from "./webhook-endpoints-api.ts";
import { whoamiRoutes } from "./whoami-api.ts";
import { winnerRoutes } from "./winners-api.ts";

const TABLES = [
  competitionRoutes,
  onChainRoutes,
  winnerRoutes,
  lotDrawRoutes,
  entryQuestionRoutes,
  checkoutRoutes,
  sessionListRoutes,
  prizeRoutes,
  drawRoutes,
  eventRoutes,
  webhookEndpointRoutes,
  whoamiRoutes,
];

/** The partner API, as the route table that is served and documented. */
export function partnerRoutes(source: PartSource): Route<Caller>[] {
  return TABLES.flatMap((table) => table(source));
}

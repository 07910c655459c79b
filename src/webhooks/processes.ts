import { Dispatcher } from "./dispatcher.ts";
import { DeliveryReplays } from "./delivery-replays.ts";
import { WebhookEndpointAdministration } from "./webhook-endpoint-administration.ts";

export const WEBHOOKS = [WebhookEndpointAdministration, Dispatcher, DeliveryReplays] as const;

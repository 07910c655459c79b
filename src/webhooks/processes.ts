import { Dispatcher } from "./dispatcher.ts";
import { Replaying } from "./replaying.ts";
import { WebhookEndpointAdministration } from "./webhook-endpoint-administration.ts";

export const WEBHOOKS = [WebhookEndpointAdministration, Dispatcher, Replaying] as const;

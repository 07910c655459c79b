import { Dispatcher } from "./dispatcher.ts";
import { EndpointAdministration } from "./endpoint-administration.ts";
import { Registration } from "./registration.ts";
import { Replaying } from "./replaying.ts";

export const WEBHOOKS = [EndpointAdministration, Registration, Dispatcher, Replaying] as const;

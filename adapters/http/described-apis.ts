import { EVENT_TYPES, EventEnvelope, schemaName } from "../../src/webhooks/event.ts";
import { API_KEY, OPERATOR_TOKEN } from "./authentication.ts";
import type { DescribedApi } from "./openapi.ts";

const WebhookEnvelope = EventEnvelope.meta({
  id: "WebhookEnvelope",
  description: "The body of a delivery.",
  discriminator: {
    propertyName: "type",
    mapping: Object.fromEntries(
      EVENT_TYPES.map((type) => [type, `#/components/schemas/${schemaName(type)}`]),
    ),
  },
});

/** What the document of the partner API says besides its routes. */
export const PARTNER_API: DescribedApi = {
  basePath: "/api/v1",
  info: {
    title: "Partner Raffle API",
    version: "1.0.0",
    description:
      "Prize raffles for partners: competitions, entries through hosted checkout, winners, and fair draws over lists.",
  },
  schemas: [WebhookEnvelope],
  token: API_KEY,
};

/** What the document of the operator interface says besides its routes. */
export const OPERATOR_API: DescribedApi = {
  basePath: "/admin/api/v1",
  info: {
    title: "Partner Raffle operator interface",
    version: "1.0.0",
    description: "Organisations, their keys, rails, questions, webhook endpoints and orders.",
  },
  token: OPERATOR_TOKEN,
};

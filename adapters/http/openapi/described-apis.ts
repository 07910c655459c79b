import { EVENT_TYPES, EventEnvelope, schemaName } from "../../../src/webhooks/event.ts";
import { API_KEY, OPERATOR_TOKEN } from "../callers/authentication.ts";
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

/** The partner API's document, apart from its routes. */
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
  tags: {
    Competitions: "Raffles of a prize: drafted, opened for entries, ended or cancelled.",
    Winners: "Published winners, and the draws with all that verifies them.",
    "Entry question": "The question that a buyer answers before paying, where the organisation asks one.",
    Checkout: "Sessions in which buyers pay for entries.",
    Prizes: "What competitions raffle.",
    "Fair draws": "Draws over lists of your own, committed before and verifiable after. Paid from a balance.",
  },
};

/** The public API's document, apart from its routes. */
export const PUBLIC_API: DescribedApi = {
  basePath: "/embed",
  info: {
    title: "Partner Raffle public API",
    version: "1.0.0",
    description: "The draws of competitions, without a key, also for pages in browsers.",
  },
  token: null,
  tags: { Draws: "Draws of competitions with all that verifies them." },
};

/** The operator interface's document, apart from its routes. */
export const OPERATOR_API: DescribedApi = {
  basePath: "/admin/api/v1",
  info: {
    title: "Partner Raffle operator interface",
    version: "1.0.0",
    description: "Organisations, their keys, rails, questions, webhook endpoints and orders.",
  },
  token: OPERATOR_TOKEN,
  errorFacts: {
    triesLeft: {
      type: "integer",
      minimum: 0,
      description: "wrong_code: how often the code may still be tried.",
    },
  },
  tags: {
    Organisations: "The partners that are served, and their settings.",
    Health: "What needs somebody, and which processes run.",
    Search: "From one piece of paper to the order.",
    Exports: "Files for spreadsheets.",
    "API keys": "Keys of the partner API: shown once, revoked at once.",
    Rails: "Accounts at payment providers, and what the providers notified.",
    Prizes: "What competitions are for.",
    Competitions: "Raffles in every state: their terms, sales, and what cancelling them does.",
    Questions: "Entry questions of an organisation.",
    Webhooks: "Endpoints that events are sent to, deliveries and replays.",
    "Draws and winners": "Draws that go on, and which winners partners see.",
    Orders: "Purchases with their payments, refunds and disputes.",
    Accounts: "Buyers and their credit.",
    Affiliates: "Who brings buyers, and their commissions.",
    "Draw account": "What an organisation has for fair draws.",
    Audit: "Who changed what.",
    "Sign-in": "How people who work here sign in, in a browser on the console's pages.",
    Me: "Whoever is signed in.",
    Team: "Who works for an organisation, and who is invited.",
    Operators: "Who works for the service, and who is invited.",
  },
};

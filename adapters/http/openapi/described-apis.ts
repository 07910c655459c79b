import { API_KEY, OPERATOR_TOKEN } from "../callers/authentication.ts";
import type { DescribedApi } from "./openapi.ts";
import { WEBHOOKS } from "./webhooks.ts";

/** The partner API's document, apart from its routes. */
export const PARTNER_API: DescribedApi = {
  basePath: "/api/v1",
  info: {
    title: "Partner Raffle API",
    version: "1.0.0",
    description:
      "Prize raffles for partners: competitions, entries through hosted checkout, winners, and fair draws over lists.",
  },
  webhooks: WEBHOOKS,
  token: API_KEY,
  tags: {
    Competitions: "Raffles of a prize: drafts, open, ended and cancelled ones.",
    Winners: "Published winners, and draws with everything needed to verify them.",
    "Entry question": "The question that buyers answer before paying, if the organisation requires one.",
    Checkout: "Sessions in which buyers pay for entries.",
    Prizes: "Prizes of competitions.",
    "Fair draws": "Draws over your lists: committed in advance, verifiable afterwards, paid from a balance.",
    Events:
      "Your organisation's events in an order that does not change, to be read instead of webhooks, or with them.",
    Webhooks: "Your endpoints that receive events, their deliveries and replays.",
    Key: "The API key of the request.",
  },
};

/** The public API's document, apart from its routes. */
export const PUBLIC_API: DescribedApi = {
  basePath: "/embed",
  info: {
    title: "Partner Raffle public API",
    version: "1.0.0",
    description:
      "The draws of competitions, and purchases on chain, without a key, for programs and for pages in browsers.",
  },
  token: null,
  tags: {
    Draws: "Draws of competitions with everything needed to verify them.",
    "On chain": "Purchases in competitions on chain, by the wallet that paid.",
  },
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
      description: "wrong_code: the remaining attempts for this code.",
    },
  },
  tags: {
    Organisations: "Partners and their settings.",
    Health: "Items that need attention, and running processes.",
    Search: "Finding an order by any of its identifiers.",
    Finance: "Sales figures, money by rail and month, and payout files of providers.",
    Exports: "CSV files for spreadsheets.",
    "API keys": "Keys of the partner API. A secret is shown once; a revocation takes effect immediately.",
    Rails: "Accounts at payment providers, and the providers' notifications.",
    Prizes: "Prizes of competitions.",
    Competitions: "Competitions in every state: terms, sales and cancellation.",
    Questions: "Entry questions of an organisation.",
    Webhooks: "Endpoints that receive events, deliveries and replays.",
    "Draws and winners": "Draws in progress, and the publication of winners.",
    Batches: "One act on several objects, and imports from CSV, with a result for each.",
    Notes: "Colleagues' notes about orders and buyers, which buyers do not see.",
    Orders: "Purchases with their payments, refunds and disputes.",
    Accounts: "Buyers' accounts and their credit.",
    Affiliates: "Affiliates who refer buyers, and their commissions.",
    "Draw account": "An organisation's balance for fair draws.",
    Audit: "Audit entries: who changed what.",
    "Sign-in": "Sign-in of operators and members, in a browser on the console's pages.",
    Me: "The signed-in person.",
    Team: "Members of an organisation, and invitations.",
    Operators: "Operators of the service, and invitations.",
  },
};

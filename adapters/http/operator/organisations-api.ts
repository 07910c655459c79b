import { z } from "zod";
import { Organisations } from "../../../ports/organisations/organisations.ts";
import { OrganisationAdministration } from "../../../src/organisations/organisation-administration.ts";
import { LOCALES } from "../../../src/shop/locale.ts";
import { type Organisation, PAYMENT_TOKENS, SlugTaken } from "../../../src/organisations/organisation.ts";
import {
  HOLD_MINUTES,
  MAX_PENDING_SESSIONS,
  MAX_PENDING_TICKETS,
  WRONG_ANSWERS_PER_MINUTE,
  normalizedHost,
  normalizedOrigin,
  RATE,
  SLUG,
} from "../../../src/organisations/settings.ts";
import { COLOUR, FONTS, RADIUS, type Theme } from "../../../src/shop/theme.ts";
import { integer, label, optional, text } from "../../../src/shared/input/fields.ts";
import { count, id, imageUrl, walletAddress } from "../input/fields.ts";
import { paged } from "../input/page.ts";
import { operatorRoute } from "./operator-route.ts";
import { routes } from "../kernel/route.ts";
import { actOf, currencyCode, distinct, pageQuery, time, organisationRoute } from "./request.ts";

const MAX_RATES = 200;
const MAX_RETURN_HOSTS = 50;
const MAX_HOST_LENGTH = 260;
const MAX_EMBED_ORIGINS = 50;

const slug = z
  .string()
  .regex(SLUG, "must be 1 to 63 lower-case letters, digits or inner hyphens")
  .describe("In paths and tenant hosts. It never changes.");
const name = label({ max: 200 });

const returnHost = text({ min: 1, max: MAX_HOST_LENGTH }).transform((host, context) => {
  const normalized = normalizedHost(host);
  if (normalized !== null) return normalized;
  context.addIssue({ code: "custom", message: "must be a host name, with its port unless that is 443" });
  return z.NEVER;
});

const rate = z
  .string()
  .regex(RATE, "must be a decimal string greater than 0 with at most 12 decimals")
  // As RATE, without its look-ahead, which not every language's expressions have.
  .meta({ pattern: "^(0|[1-9]\\d{0,11})(\\.\\d{1,12})?$", not: { pattern: "^[0.]+$" } });

const rates = z
  .record(currencyCode, rate)
  .refine((rates) => Object.keys(rates).length <= MAX_RATES, `must have at most ${MAX_RATES} members`);

const colour = z.string().regex(COLOUR, "must be a colour as #rrggbb");

const theme = z
  .strictObject({
    accent: optional(colour).describe("Of buttons, links and bars."),
    background: optional(colour).describe("Of pages in light mode."),
    backgroundDark: optional(colour).describe("Of pages in dark mode."),
    radius: optional(z.string().regex(RADIUS, "must be 0px to 32px")).describe("Of corners."),
    font: optional(z.enum(FONTS)).describe("One of five stacks of fonts that machines have."),
    logoUrl: optional(imageUrl).describe("Shown above the list of competitions."),
  })
  .meta({ id: "ThemeCreate" })
  .transform((given): Theme =>
    Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
  );

const given = (about: string) => z.string().nullable().describe(`${about} Null: as the service has it.`);

const themeReply = z
  .strictObject({
    accent: given("Of buttons, links and bars."),
    background: given("Of pages in light mode."),
    backgroundDark: given("Of pages in dark mode."),
    radius: given("Of corners."),
    font: z.enum(FONTS).nullable().describe("Null: the machine's own."),
    logoUrl: given("Shown above the list of competitions."),
  })
  .meta({ id: "Theme" });
const NO_THEME = {
  accent: null,
  background: null,
  backgroundDark: null,
  radius: null,
  font: null,
  logoUrl: null,
};

const embedOrigin = text({ min: 1, max: MAX_HOST_LENGTH }).transform((origin, context) => {
  const normalized = normalizedOrigin(origin);
  if (normalized !== null) return normalized;
  context.addIssue({ code: "custom", message: "must be the origin of a web page, as https://shop.example" });
  return z.NEVER;
});

/** What decides how buyers pay, and where the money goes. */
const moneySettings = {
  cryptoEnabled: optional(z.boolean()),
  acceptedTokens: optional(distinct(z.array(z.enum(PAYMENT_TOKENS)))),
  fiatEnabled: optional(z.boolean()),
  fiatCurrency: optional(currencyCode).describe(
    "The currency that buyers are charged in, unless the competition sets another.",
  ),
  rates: optional(rates).describe(
    "Charge-currency major units for one USD, as decimal strings. Replaced as a whole.",
  ),
  treasuryAddress: walletAddress
    .nullable()
    .optional()
    .describe("Null: none. Not the contract of a token or of the service, where what is sent is lost."),
};

/** What the organisation decides for itself. */
const shopSettings = {
  entryQuestionRequired: optional(z.boolean()),
  holdMinutes: optional(integer(HOLD_MINUTES)),
  maxPendingSessions: optional(integer(MAX_PENDING_SESSIONS)).describe(
    "Sessions that one buyer may have pending in one competition.",
  ),
  maxPendingTickets: optional(integer(MAX_PENDING_TICKETS)).describe(
    "Tickets that one buyer's pending sessions may hold in one competition.",
  ),
  wrongAnswersPerMinute: optional(integer(WRONG_ANSWERS_PER_MINUTE)).describe(
    "Wrong answers to one entry question by one API key. Beyond them every answer is 429.",
  ),
  autoPublishWinners: optional(z.boolean()),
  returnHosts: optional(distinct(z.array(returnHost).max(MAX_RETURN_HOSTS))).describe(
    "Hosts, with port if any, that buyers may be sent back to.",
  ),
  theme: optional(theme).describe("How its pages look to buyers. Replaced as a whole."),
  embedOrigins: optional(distinct(z.array(embedOrigin).max(MAX_EMBED_ORIGINS))).describe(
    "Origins whose pages may frame its pages, such as `https://shop.example`. None: all may.",
  ),
  locale: optional(z.enum(LOCALES)).describe(
    "Language of its pages for buyers who ask for none that there is.",
  ),
  hostedCheckout: optional(z.boolean()).describe(
    "Whether buyers may buy on the service's own pages: with it off, pages show competitions without a button.",
  ),
};

const settings = { ...moneySettings, ...shopSettings };

const organisationCreate = z.strictObject({ slug, name, ...settings }).meta({ id: "OrganisationCreate" });
const organisationUpdate = z
  .strictObject({ name: optional(name), ...settings })
  .meta({ id: "OrganisationUpdate" });
const shopUpdate = z.strictObject(shopSettings).meta({ id: "ShopUpdate" });

const organisationReply = z
  .strictObject({
    id,
    slug: z.string(),
    name: z.string(),
    cryptoEnabled: z.boolean(),
    acceptedTokens: z.array(z.enum(PAYMENT_TOKENS)),
    fiatEnabled: z.boolean(),
    fiatCurrency: z.string(),
    rates: z.record(z.string(), z.string()),
    entryQuestionRequired: z.boolean(),
    holdMinutes: count,
    maxPendingSessions: count,
    maxPendingTickets: count,
    wrongAnswersPerMinute: count,
    autoPublishWinners: z.boolean(),
    returnHosts: z.array(z.string()),
    treasuryAddress: z.string().nullable(),
    theme: themeReply.describe("How its pages look to buyers."),
    embedOrigins: z.array(z.string()).describe("Origins whose pages may frame its pages. None: all may."),
    locale: z.enum(LOCALES).describe("Language of its pages for buyers who ask for none that there is."),
    hostedCheckout: z.boolean().describe("Whether buyers may buy on the service's own pages."),
    createdAt: time,
  })
  .meta({ id: "Organisation" });

function toOrganisation(organisation: Organisation): z.input<typeof organisationReply> {
  const { acceptedTokens, returnHosts, theme, embedOrigins, createdAt, ...rest } = organisation;
  return {
    ...rest,
    acceptedTokens: [...acceptedTokens],
    returnHosts: [...returnHosts],
    theme: { ...NO_THEME, ...theme },
    embedOrigins: [...embedOrigins],
    createdAt: createdAt.toISOString(),
  };
}

const NEEDS = { administration: OrganisationAdministration, organisations: Organisations };

export const organisationRoutes = routes(NEEDS, ({ administration, organisations }) => {
  const tag = "Organisations";
  return [
    operatorRoute({
      operationId: "createOrganisation",
      method: "POST",
      path: "/organisations",
      summary: "Create an organisation",
      tag,
      permission: "organisations:create",
      body: organisationCreate,
      status: 201,
      reply: organisationReply,
      problems: [SlugTaken],
      handle: async (request) =>
        toOrganisation(await administration.createOrganisation(actOf(request), request.body)),
    }),
    operatorRoute({
      operationId: "listOrganisations",
      method: "GET",
      path: "/organisations",
      summary: "List organisations",
      tag,
      permission: "organisations:read",
      query: pageQuery,
      status: 200,
      reply: z.array(organisationReply),
      problems: [],
      handle: (request) =>
        paged(
          request,
          (page) => organisations.list(page),
          toOrganisation,
          (organisation) => organisation.id,
        ),
    }),
    organisationRoute({
      operationId: "getOrganisation",
      method: "GET",
      path: "",
      summary: "Get an organisation",
      tag,
      permission: "organisations:read",
      status: 200,
      reply: organisationReply,
      problems: [],
      handle: ({ organisation }) => toOrganisation(organisation),
    }),
    organisationRoute({
      operationId: "updateShop",
      method: "PATCH",
      path: "/settings",
      summary: "Change an organisation's shop settings",
      description:
        "What the organisation decides for itself: where buyers return to, the question, holds and limits, publication, and how " +
        "its pages look. Members that are left out keep their values. Its name and what concerns money are changed by " +
        "`PATCH /organisations/{slug}`.",
      tag,
      permission: "settings:write",
      body: shopUpdate,
      status: 200,
      reply: organisationReply,
      problems: [],
      handle: async (request) => {
        const { organisation, body } = request;
        return toOrganisation(await administration.changeOrganisation(actOf(request), organisation, body));
      },
    }),
    organisationRoute({
      operationId: "updateOrganisation",
      method: "PATCH",
      path: "",
      summary: "Change an organisation",
      description: "Members that are left out keep their values.",
      tag,
      permission: "organisations:write",
      body: organisationUpdate,
      status: 200,
      reply: organisationReply,
      problems: [],
      handle: async (request) => {
        const { organisation } = request;
        return toOrganisation(
          await administration.changeOrganisation(actOf(request), organisation, request.body),
        );
      },
    }),
  ];
});

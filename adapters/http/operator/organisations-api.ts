import { z } from "zod";
import { Organisations } from "../../../ports/organisations/organisations.ts";
import { OrganisationAdministration } from "../../../src/organisations/organisation-administration.ts";
import { LOCALES } from "../../../src/shop/locale.ts";
import { MODES } from "../../../src/organisations/mode.ts";
import { type Organisation, PAYMENT_TOKENS, SlugTaken } from "../../../src/organisations/organisation.ts";
import {
  HOLD_MINUTES,
  MAX_PENDING_SESSIONS,
  MAX_PENDING_TICKETS,
  MINIMUM_AGE,
  WRONG_ANSWERS_PER_MINUTE,
  normalizedHost,
  normalizedOrigin,
  RATE,
  SLUG,
} from "../../../src/organisations/settings.ts";
import { isNamedTimeZone } from "../../../src/shared/days/days.ts";
import { COLOUR, FONTS, RADIUS, type Theme } from "../../../src/shop/theme.ts";
import { mailAddress } from "../../../src/mails/mail-address.ts";
import {
  clearable,
  CLEARED,
  integer,
  label,
  optional,
  optionalOr,
  text,
} from "../../../src/shared/input/fields.ts";
import { count, httpsUrl, id, walletAddress } from "../input/fields.ts";
import { pagedById } from "../input/page.ts";
import { operatorRoute } from "./operator-route.ts";
import { routes } from "../kernel/route.ts";
import { actOf, currencyCode, distinct, pageQuery, time, organisationRoute } from "./request.ts";

const timeZone = z
  .string()
  .max(64)
  .refine(isNamedTimeZone, "must be the name of a time zone, such as Europe/Zurich");

const MAX_RATES = 200;
const MAX_RETURN_HOSTS = 50;
const MAX_HOST_LENGTH = 260;
const MAX_EMBED_ORIGINS = 50;

const slug = z
  .string()
  .regex(SLUG, "must be 1 to 63 lower-case letters, digits or inner hyphens")
  .describe("The organisation's slug, used in paths and tenant hosts. It never changes.");
const name = label({ max: 200 });

const returnHost = text({ min: 1, max: MAX_HOST_LENGTH }).transform((host, context) => {
  const normalized = normalizedHost(host);
  if (normalized !== null) return normalized;
  context.addIssue({ code: "custom", message: "must be a host name, with its port if that is not 443" });
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

const colour = z.string().regex(COLOUR, "must be a colour in the form #rrggbb");

const theme = z
  .strictObject({
    accent: optional(colour).describe("The colour of buttons, links and bars."),
    background: optional(colour).describe("The background colour in light mode."),
    backgroundDark: optional(colour).describe("The background colour in dark mode."),
    radius: optional(z.string().regex(RADIUS, "must be 0px to 32px")).describe("The radius of corners."),
    font: optional(z.enum(FONTS)).describe("The font: one of five stacks of system fonts."),
    logoUrl: optional(httpsUrl).describe("The address of the logo, shown above the list of competitions."),
  })
  .meta({ id: "ThemeCreate" })
  .transform((theme): Theme =>
    Object.fromEntries(Object.entries(theme).filter(([, value]) => value !== undefined)),
  );

const themeField = (about: string) =>
  z.string().nullable().describe(`${about} Null uses the service's default.`);

const themeReply = z
  .strictObject({
    accent: themeField("The colour of buttons, links and bars."),
    background: themeField("The background colour in light mode."),
    backgroundDark: themeField("The background colour in dark mode."),
    radius: themeField("The radius of corners."),
    font: z
      .enum(FONTS)
      .nullable()
      .describe("The font: one of five stacks of system fonts. Null uses the device's font."),
    logoUrl: themeField("The address of the logo, shown above the list of competitions."),
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
  context.addIssue({
    code: "custom",
    message: "must be the origin of a web page, such as https://shop.example",
  });
  return z.NEVER;
});

/** Settings that decide how buyers pay, and which address receives the money. */
const moneySettings = {
  cryptoEnabled: optional(z.boolean()),
  acceptedTokens: optional(distinct(z.array(z.enum(PAYMENT_TOKENS)))),
  fiatEnabled: optional(z.boolean()),
  fiatCurrency: optional(currencyCode).describe(
    "The currency that buyers are charged in, unless the competition has another.",
  ),
  rates: optional(rates).describe(
    "The exchange rates: units of each currency for one US dollar, as decimal strings. Replaced as a whole.",
  ),
  treasuryAddress: walletAddress
    .nullable()
    .optional()
    .describe(
      "The address that receives proceeds in tokens. Null if there is none. It must not be the contract of a token or of the service: tokens sent there are lost.",
    ),
};

const SHOWN = "Shown on every page and mail for buyers.";

/** Settings that tell buyers who sells to them. */
const sellerSettings = {
  termsUrl: clearable(httpsUrl).describe(
    `The address of the terms and conditions. ${SHOWN} Buyers accept them by continuing to payment. ${CLEARED}`,
  ),
  privacyUrl: clearable(httpsUrl).describe(`The address of the privacy policy. ${SHOWN} ${CLEARED}`),
  imprintUrl: clearable(httpsUrl).describe(`The address of the legal notice. ${SHOWN} ${CLEARED}`),
  supportEmail: clearable(mailAddress).describe(`The address that buyers write to. ${SHOWN} ${CLEARED}`),
  minimumAge: clearable(integer(MINIMUM_AGE)).describe(
    `The minimum age in years, which buyers on the service's pages confirm before they pay. ${CLEARED}`,
  ),
};

/** Settings that the organisation may change itself. */
const shopSettings = {
  entryQuestionRequired: optional(z.boolean()),
  holdMinutes: optional(integer(HOLD_MINUTES)),
  maxPendingSessions: optional(integer(MAX_PENDING_SESSIONS)).describe(
    "The maximum number of pending sessions of one buyer in one competition.",
  ),
  maxPendingTickets: optional(integer(MAX_PENDING_TICKETS)).describe(
    "The maximum number of tickets held by one buyer's pending sessions in one competition.",
  ),
  wrongAnswersPerMinute: optional(integer(WRONG_ANSWERS_PER_MINUTE)).describe(
    "The maximum number of wrong answers to one entry question by one API key per minute. Further answers are refused with 429.",
  ),
  autoPublishWinners: optional(z.boolean()),
  returnHosts: optional(distinct(z.array(returnHost).max(MAX_RETURN_HOSTS))).describe(
    "Hosts, with a port if needed, that buyers may return to.",
  ),
  theme: optional(theme).describe(
    "The appearance of the organisation's pages for buyers. Replaced as a whole.",
  ),
  embedOrigins: optional(distinct(z.array(embedOrigin).max(MAX_EMBED_ORIGINS))).describe(
    "Origins that may embed the organisation's pages, such as `https://shop.example`. An empty list allows all origins.",
  ),
  locale: optional(z.enum(LOCALES)).describe(
    "The language of pages for buyers whose languages are not available.",
  ),
  timeZone: optional(timeZone).describe(
    "The time zone that the days of figures are in, such as Europe/Zurich.",
  ),
  hostedCheckout: optional(z.boolean()).describe(
    "Whether buyers can buy on the service's pages. If false, pages show competitions without a button.",
  ),
  ...sellerSettings,
};

const settings = { ...moneySettings, ...shopSettings };

const organisationCreate = z
  .strictObject({
    slug,
    name,
    mode: optionalOr(z.enum(MODES), "live").describe(
      "`test`: the organisation takes no money: it sells on simulated rails, its keys begin with `sk_test_`, and its mails are not sent. It cannot be changed later.",
    ),
    ...settings,
  })
  .meta({ id: "OrganisationCreate" });
const organisationUpdate = z
  .strictObject({ name: optional(name), ...settings })
  .meta({ id: "OrganisationUpdate" });
const shopUpdate = z.strictObject(shopSettings).meta({ id: "ShopUpdate" });

const organisationReply = z
  .strictObject({
    id,
    slug: z.string(),
    name: z.string(),
    mode: z.enum(MODES).describe("`test`: the organisation takes no money. It never changes."),
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
    theme: themeReply.describe("The appearance of the organisation's pages for buyers."),
    embedOrigins: z
      .array(z.string())
      .describe("Origins that may embed the organisation's pages. An empty list allows all origins."),
    locale: z.enum(LOCALES).describe("The language of pages for buyers whose languages are not available."),
    timeZone: z.string().describe("The time zone that the days of figures are in."),
    hostedCheckout: z.boolean().describe("Whether buyers can buy on the service's pages."),
    termsUrl: z.string().nullable().describe("The address of the terms and conditions."),
    privacyUrl: z.string().nullable().describe("The address of the privacy policy."),
    imprintUrl: z.string().nullable().describe("The address of the legal notice."),
    supportEmail: z.string().nullable().describe("The address that buyers write to."),
    minimumAge: count.nullable().describe("The minimum age of buyers in years. Null: all ages may buy."),
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
      description: "Slug and mode are permanent. Settings that are absent get their defaults.",
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
      description: "Returns the newest organisation first.",
      tag,
      permission: "organisations:read",
      query: pageQuery,
      reply: z.array(organisationReply),
      handle: (request) => pagedById(request, (page) => organisations.list(page), toOrganisation),
    }),
    organisationRoute({
      operationId: "getOrganisation",
      method: "GET",
      path: "",
      summary: "Get an organisation",
      description: "Returns the organisation's settings. Credentials of its rails are not among them.",
      tag,
      permission: "organisations:read",
      reply: organisationReply,
      handle: ({ organisation }) => toOrganisation(organisation),
    }),
    organisationRoute({
      operationId: "updateShop",
      method: "PATCH",
      path: "/settings",
      summary: "Change shop settings",
      description:
        "Changes the settings that members of the organisation may change: return hosts, the entry question, holds and limits, " +
        "publication of winners, and the appearance of pages. Fields that are absent keep their values. The name and the settings " +
        "of payments are changed by `PATCH /organisations/{slug}`.",
      tag,
      permission: "settings:write",
      body: shopUpdate,
      reply: organisationReply,
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
      description: "Fields that are absent keep their values.",
      tag,
      permission: "organisations:write",
      body: organisationUpdate,
      reply: organisationReply,
      handle: async (request) =>
        toOrganisation(
          await administration.changeOrganisation(actOf(request), request.organisation, request.body),
        ),
    }),
  ];
});

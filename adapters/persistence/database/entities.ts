import { ArrayType, defineEntity, p } from "@mikro-orm/postgresql";

/** The tables that are written through the ORM. Columns are the property names in snake case. */

const id = () => p.bigint("number").primary().autoincrement();
const organisationId = () => p.bigint("number");
const at = () => p.datetime();
const texts = () => p.array<string>().type(TextArray);

/** text[]. The ORM's own quoting loses blanks and line ends at either end, and takes the word NULL for no value. */
class TextArray extends ArrayType<string> {
  override convertToDatabaseValue(values: string[] | null): string | null {
    return values && `{${values.map((value) => `"${value.replaceAll(/["\\]/g, "\\$&")}"`).join(",")}}`;
  }
}

export const OrganisationRow = defineEntity({
  name: "OrganisationRow",
  tableName: "organisation",
  properties: {
    id: id(),
    slug: p.text(),
    name: p.text(),
    cryptoEnabled: p.boolean(),
    acceptedTokens: texts(),
    fiatEnabled: p.boolean(),
    fiatCurrency: p.text(),
    rates: p.json<Record<string, string>>(),
    entryQuestionRequired: p.boolean(),
    holdMinutes: p.integer(),
    maxPendingSessions: p.integer(),
    maxPendingTickets: p.integer(),
    wrongAnswersPerMinute: p.integer(),
    autoPublishWinners: p.boolean(),
    returnHosts: texts(),
    treasuryAddress: p.text().nullable(),
    createdAt: at(),
  },
});

export const ApiKeyRow = defineEntity({
  name: "ApiKeyRow",
  tableName: "api_key",
  properties: {
    id: id(),
    organisationId: organisationId(),
    name: p.text(),
    prefix: p.text(),
    hash: p.blob(),
    scopes: texts(),
    rateLimit: p.integer(),
    rateWindowSec: p.integer(),
    createdAt: at(),
    revokedAt: at().nullable(),
  },
});

export const AuditRow = defineEntity({
  name: "AuditRow",
  tableName: "audit",
  properties: {
    id: id(),
    organisationId: organisationId().nullable(),
    actorKind: p.text(),
    actorId: p.text(),
    action: p.text(),
    subject: p.text(),
    facts: p.json<Record<string, unknown>>(),
    requestId: p.text(),
    at: at(),
  },
});

export const PrizeRow = defineEntity({
  name: "PrizeRow",
  tableName: "prize",
  properties: {
    id: id(),
    organisationId: organisationId(),
    category: p.text(),
    name: p.text().nullable(),
    brand: p.text().nullable(),
    model: p.text().nullable(),
    referenceNumber: p.text().nullable(),
    condition: p.text(),
    yearManufactured: p.integer().nullable(),
    retailValueCents: p.bigint("number"),
    description: p.text().nullable(),
    imageUrls: texts(),
    createdAt: at(),
  },
});

export const LotRow = defineEntity({
  name: "LotRow",
  tableName: "lot",
  properties: {
    id: id(),
    organisationId: organisationId(),
    prizeId: p.bigint("number"),
    title: p.text(),
    description: p.text().nullable(),
    priceCents: p.bigint("number"),
    paymentToken: p.text(),
    maxTickets: p.integer(),
    status: p.text(),
    startAt: at(),
    endAt: at(),
    imageUrl: p.text().nullable(),
    paymentCrypto: p.boolean().nullable(),
    paymentFiat: p.boolean().nullable(),
    paymentCurrency: p.text().nullable(),
    createdAt: at(),
  },
});

export const EntryQuestionRow = defineEntity({
  name: "EntryQuestionRow",
  tableName: "entry_question",
  properties: {
    id: id(),
    organisationId: organisationId(),
    question: p.text(),
    options: texts(),
    answerIndex: p.integer(),
    category: p.text().nullable(),
    createdAt: at(),
  },
});

export const WebhookEndpointRow = defineEntity({
  name: "WebhookEndpointRow",
  tableName: "webhook_endpoint",
  properties: {
    id: id(),
    organisationId: organisationId(),
    url: p.text(),
    description: p.text().nullable(),
    secret: p.blob(),
    previousSecret: p.blob().nullable(),
    previousSecretUntil: at().nullable(),
    events: texts().nullable(),
    enabled: p.boolean(),
    disabledReason: p.text().nullable(),
    failingSince: at().nullable(),
    createdAt: at(),
    updatedAt: at(),
    removedAt: at().nullable(),
  },
});

export const ENTITIES = [
  OrganisationRow,
  ApiKeyRow,
  AuditRow,
  PrizeRow,
  LotRow,
  EntryQuestionRow,
  WebhookEndpointRow,
];

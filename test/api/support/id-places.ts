import { Components, type JsonSchema } from "../../../adapters/http/openapi/openapi-components.ts";
import { placeholdersOf, type Route } from "../../../adapters/http/kernel/route.ts";
import { nameOf, type Kind } from "./world.ts";

/** Place of an id in a request. */
export interface IdPlace {
  readonly place: "path" | "query" | "body";
  /** `id`, `prizeId`, `buyer.accountId` */
  readonly name: string;
  readonly kind: Kind;
  /** It is a list of ids. */
  readonly isList?: boolean;
}

/** Kind of `{id}` after each collection. */
const KIND_OF_COLLECTION: Readonly<Record<string, Kind>> = {
  competitions: "competition",
  prizes: "prize",
  sessions: "session",
  orders: "session",
  questions: "question",
  "api-keys": "api key",
  "webhook-endpoints": "endpoint",
  deliveries: "delivery",
  events: "event",
  accounts: "account",
  affiliates: "affiliate",
  winners: "winner",
  refunds: "refund",
  "unmatched-payments": "unmatched payment",
  disputes: "dispute",
  draws: "draw",
  notes: "note",
  members: "member",
  invitations: "invitation",
};
const KIND_OF_MEMBER: Readonly<Record<string, Kind>> = {
  accountId: "account",
  deliveryIds: "delivery",
  orderIds: "session",
  winnerIds: "winner",
  competitionId: "competition",
  ids: "competition",
  prizeId: "prize",
  questionId: "question",
};
/** Placeholders that name no thing of an organisation. */
const NO_IDS = new Set(["slug", "kind"]);

/** Every id that a request to this route can carry. Throws for one whose kind is not a known field. */
export function idPlaces(route: Route<never>): IdPlace[] {
  const known = (kind: Kind | undefined, name: string): Kind => {
    if (kind === undefined) throw new Error(`${nameOf(route)}: what kind of thing does ${name} name?`);
    return kind;
  };
  const segments = route.path.split("/");
  const inPath = placeholdersOf(route.path)
    .filter((name) => !NO_IDS.has(name))
    .map((name): IdPlace => {
      const collection = segments[segments.indexOf(`{${name}}`) - 1]!;
      return { place: "path", name, kind: known(KIND_OF_COLLECTION[collection], collection) };
    });
  const members = (place: "query" | "body", names: string[]) =>
    names
      .filter((name) => /(^|\.)id$|Ids?$/.test(name))
      .map((name): IdPlace => {
        const isList = place === "body" && name.endsWith("Ids");
        return { place, name, kind: known(KIND_OF_MEMBER[name], name), isList };
      });
  return [
    ...inPath,
    ...members("query", Object.keys(route.query.shape)),
    ...members("body", route.body ? memberNames(route.body) : []),
  ];
}

function memberNames(body: NonNullable<Route<never>["body"]>): string[] {
  const components = new Components();
  const names: string[] = [];
  const visit = (schema: JsonSchema, prefix: string) => {
    if (typeof schema.$ref === "string") visit(components.schemas[schema.$ref.split("/").at(-1)!]!, prefix);
    for (const [name, member] of Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>)) {
      names.push(prefix + name);
      visit(member, `${prefix}${name}.`);
    }
    for (const part of ["allOf", "anyOf", "oneOf"] as const)
      for (const option of (schema[part] ?? []) as JsonSchema[]) visit(option, prefix);
    if (schema.items) visit(schema.items as JsonSchema, prefix);
  };
  visit(components.inputOf(body), "");
  return names;
}

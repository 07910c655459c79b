import { type PublishedSchema, publishedSchema } from "../../../test/providers/published-schema.ts";

const FILES = {
  payments: "worldpay.json",
  queries: "worldpay-payment-queries.json",
  events: "worldpay-events.json",
} as const;
export type Specification = keyof typeof FILES;

interface Schema {
  readonly discriminator?: { readonly propertyName: string; readonly mapping: Record<string, string> };
}

const opened = new Map<Specification, PublishedSchema | null>();

/** Why nothing is validated; null: the official documents are there. */
export const missing =
  open("payments") === null
    ? "PROVIDER_DOCUMENTS names no folder with the official documents of the provider"
    : null;

function open(specification: Specification): PublishedSchema | null {
  const present = opened.get(specification);
  if (present !== undefined) return present;
  const schema = publishedSchema(FILES[specification]);
  opened.set(specification, schema);
  return schema;
}

/**
 * Returns the differences of a value from the official schema of this name, and from the one that its discriminator
 * names; "" if none.
 */
export function faultsOf(specification: Specification, name: string, value: unknown): string {
  const published = open(specification);
  if (published === null) return "";
  const faults = published.faults(`/components/schemas/${name}`, value);
  if (faults.length > 0) return `${name}: ${faults.join("; ")}`;
  const { schemas } = (published.document as { components: { schemas: Record<string, Schema> } }).components;
  const { discriminator } = schemas[name] ?? {};
  if (discriminator === undefined) return "";
  const kind = (value as Record<string, unknown>)[discriminator.propertyName];
  const reference = discriminator.mapping[String(kind)];
  if (reference === undefined) return `${name}: it has no ${discriminator.propertyName} ${String(kind)}`;
  return faultsOf(specification, reference.split("/").at(-1) ?? "", value);
}

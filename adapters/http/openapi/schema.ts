/** A schema of an OpenAPI 3.0 document, as its readers see it. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly description?: string;
  readonly nullable?: boolean;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly example?: unknown;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  /** One component, described where it is used. */
  readonly allOf?: readonly [Schema];
}

export type Schemas = Readonly<Record<string, Schema>>;

/** @returns the name of the component that it refers to, else null */
export function nameOf({ $ref, allOf }: Schema): string | null {
  return ($ref ?? allOf?.[0].$ref)?.split("/").at(-1) ?? null;
}

/** Returns the schema itself, or the component that it refers to. */
export function resolved(schema: Schema, schemas: Schemas): Schema {
  const name = nameOf(schema);
  return name === null ? schema : schemas[name]!;
}

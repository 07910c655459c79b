import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { Json } from "../../support/service/service.ts";

/** Judges values by the schemas of an OpenAPI document, in ajv's strict mode. */
export class DocumentSchemas {
  readonly #ajv: Ajv;

  constructor({ openapi, components }: Json) {
    this.#ajv = openapi.startsWith("3.0.") ? new Ajv({ strict: true }) : new Ajv2020({ strict: true });
    addFormats.default(this.#ajv);
    this.#ajv.addVocabulary(["example", "discriminator"]);
    for (const [name, schema] of Object.entries<object>(inPlace(components.schemas)))
      this.#ajv.addSchema(schema, name);
  }

  /** @param name the component's. Throws where it is no valid schema */
  compiled(name: string) {
    return this.#ajv.compile({ $ref: name });
  }

  /** Returns what is wrong with a value; null: nothing is. */
  faultOf(schema: object, value: unknown): string | null {
    return this.#ajv.validate(inPlace(schema), value) ? null : this.#ajv.errorsText();
  }
}

function inPlace<S extends object>(schema: S): S {
  return JSON.parse(JSON.stringify(schema).replaceAll("#/components/schemas/", ""));
}

/** Every object in a document, with the path to it. */
export function* objectsIn(value: Json, path = "#"): Generator<[string, Json]> {
  if (typeof value !== "object" || value === null) return;
  yield [path, value];
  for (const [key, member] of Object.entries(value)) yield* objectsIn(member, `${path}/${key}`);
}

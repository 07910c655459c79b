import { z } from "zod";
import { MAX_PROOF_LENGTH, PROOF_HEADER } from "../../src/draws/possession.ts";
import { invariant } from "../../src/shared/invariant.ts";

export type JsonSchema = { readonly [keyword: string]: unknown };

const LOCAL_DEFINITION = "#/definitions/";
const COMPONENT = "#/components/schemas/";

/** The named schemas of one document. A zod schema gets its name by `.meta({ id: "Competition" })`. */
export class Components {
  readonly schemas: Record<string, JsonSchema> = {};

  /** What travels as JSON: bodies and replies. */
  inputOf(schema: z.ZodType): JsonSchema {
    return this.#convert(schema, "input");
  }

  /** What a parameter means once its text is read: `integer`, not a pattern of digits. */
  outputOf(schema: z.ZodType): JsonSchema {
    return this.#convert(schema, "output");
  }

  #convert(schema: z.ZodType, io: "input" | "output"): JsonSchema {
    const json = z.toJSONSchema(schema, {
      target: "openapi-3.0",
      io,
      override: ({ jsonSchema }) => simplify(jsonSchema),
    });
    const { definitions = {}, ...own } = rooted(json) as JsonSchema & {
      definitions?: Record<string, JsonSchema>;
    };
    for (const [name, definition] of Object.entries(definitions)) {
      const known = this.schemas[name];
      invariant(!known || same(known, definition), `two schemas are named ${name}`);
      this.schemas[name] = definition;
    }
    return own;
  }
}

/** A format says what its pattern says, only readably; an enum that may be null has to list null. */
function simplify(schema: { pattern?: string; format?: string; enum?: unknown[]; nullable?: boolean }): void {
  if (schema.format !== undefined) delete schema.pattern;
  if (schema.nullable && schema.enum && !schema.enum.includes(null)) schema.enum = [...schema.enum, null];
}

function rooted(json: object): object {
  const move = (key: string, value: unknown) =>
    key === "$ref" && typeof value === "string" ? value.replace(LOCAL_DEFINITION, COMPONENT) : value;
  return JSON.parse(JSON.stringify(json, move));
}

function same(left: JsonSchema, right: JsonSchema): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

export const ERROR_SCHEMA = {
  type: "object",
  required: ["error", "message"],
  properties: {
    error: { type: "string", description: "The code, for programs." },
    message: { type: "string", description: "A sentence, for people. It may change." },
    required: { type: "string", description: "insufficient_scope: the scope needed." },
    retryAfter: { type: "integer", minimum: 1, description: "Seconds to wait, as in Retry-After." },
    available: { type: "integer", minimum: 0, description: "sold_out: entries that can still be had." },
    issues: {
      type: "array",
      description: "invalid_request: what is wrong where.",
      items: {
        type: "object",
        required: ["path", "code", "message"],
        properties: {
          path: { type: "string", example: "buyer.email" },
          code: { type: "string", example: "required" },
          message: { type: "string" },
        },
      },
    },
  },
} as const;

export const HEADERS = {
  "X-Request-Id": { description: "Names this request in our logs.", schema: { type: "string" } },
  "X-RateLimit-Limit": { description: "Requests allowed per window.", schema: { type: "integer" } },
  "X-RateLimit-Remaining": { description: "Requests left now.", schema: { type: "integer" } },
  "X-RateLimit-Reset": {
    description: "Unix seconds when the budget is fully restored.",
    schema: { type: "integer" },
  },
  "Retry-After": { description: "Seconds to wait.", schema: { type: "integer" } },
  Link: {
    description: 'The next page: `<…>; rel="next"`. Absent on the last one.',
    schema: { type: "string" },
  },
} as const;

export const PARAMETERS = {
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    description:
      "Makes it safe to repeat the request: for 24 hours the same key and request get the first answer again, " +
      "with `Idempotent-Replayed: true`. A refusal that time can lift (`sold_out`, `entries_closed` and others) is not " +
      "kept: the request is judged anew.",
    schema: { type: "string", minLength: 1, maxLength: 255, pattern: "^[ -~]+$" },
  },
  RequestId: {
    name: "X-Request-Id",
    in: "header",
    description: "Your name for the request; the response repeats it.",
    schema: { type: "string", pattern: "^[A-Za-z0-9._-]{8,128}$" },
  },
  ServiceProof: {
    name: PROOF_HEADER,
    in: "header",
    required: true,
    description:
      "Proof that you hold the registered Ed25519 key, for this one request: a compact JWS, made anew for every try.",
    schema: { type: "string", maxLength: MAX_PROOF_LENGTH, pattern: "^[\\w-]+\\.[\\w-]+\\.[\\w-]{86}$" },
  },
} as const;

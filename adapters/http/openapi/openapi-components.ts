import { z } from "zod";
import { MAX_PROOF_LENGTH, NEW_KEY_PROOF_HEADER, PROOF_HEADER } from "../../../src/fair-draws/possession.ts";
import { CLEARABLE } from "../../../src/shared/input/fields.ts";
import { invariant } from "../../../src/shared/invariant.ts";
import { FORMS } from "../input/fields.ts";

export type JsonSchema = { readonly [keyword: string]: unknown };

const LOCAL_DEFINITION = "#/definitions/";
const COMPONENT = "#/components/schemas/";

/** The named schemas of one document. A zod schema gets its name by `.meta({ id: "Competition" })`. */
export class Components {
  readonly schemas: Record<string, JsonSchema> = {};

  /** Requests: unknown members are rejected. */
  inputOf(schema: z.ZodType): JsonSchema {
    return this.#convert(schema, "input", simplify);
  }

  /** Responses and webhooks: later versions may add members. */
  replyOf(schema: z.ZodType): JsonSchema {
    return this.#convert(schema, "input", (json) => {
      if (json.additionalProperties === false) delete json.additionalProperties;
      simplify(json);
    });
  }

  /** A parameter's type after parsing: `integer`, not a pattern of digits. */
  outputOf(schema: z.ZodType): JsonSchema {
    return this.#convert(schema, "output", simplify);
  }

  #convert(schema: z.ZodType, io: "input" | "output", change: (json: Changeable) => void): JsonSchema {
    const json = z.toJSONSchema(schema, {
      target: "openapi-3.0",
      io,
      override: ({ jsonSchema }) => {
        this.#inForms(jsonSchema as Changeable);
        change(jsonSchema as Changeable);
      },
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

  /** Replaces the members of an object by its forms: generators ignore one or the other where a schema has both. */
  #inForms(schema: Changeable): void {
    const forms = schema[FORMS] as readonly z.ZodType[] | undefined;
    if (!forms) return;
    for (const keyword of [FORMS, "type", "properties", "required", "additionalProperties"])
      delete schema[keyword];
    schema.oneOf = forms.map((form) => this.inputOf(form));
  }
}

type Changeable = Record<string, unknown> & { enum?: unknown[] };

const MAX_INT32 = 2 ** 31 - 1;

/**
 * A format says what its pattern says, only readably; an enum that may be null has to list null; an integer's lower
 * bound is inclusive, which every version of JSON Schema writes alike; one that may not fit into 32 bits says so, or
 * generated clients make it one of 32.
 */
function simplify(schema: Changeable): void {
  if (schema.format !== undefined) delete schema.pattern;
  if (schema.nullable && schema.enum && !schema.enum.includes(null)) schema.enum = [...schema.enum, null];
  if (schema.type === "integer") simplifyInteger(schema);
  if (schema[CLEARABLE] === true) allowEmpty(schema);
}

function simplifyInteger(schema: Changeable): void {
  if (!(Number(schema.maximum) <= MAX_INT32)) schema.format = "int64";
  if (schema.exclusiveMinimum === true) {
    schema.minimum = Number(schema.minimum) + 1;
    delete schema.exclusiveMinimum;
  }
}

/** Also allows `""`. A text loses the keywords that only a text with characters fulfils. */
function allowEmpty(schema: Changeable): void {
  delete schema[CLEARABLE];
  if (schema.type === "string") {
    for (const keyword of ["minLength", "pattern", "format"]) delete schema[keyword];
    return;
  }
  const own = Object.entries(schema).filter(
    ([keyword]) => keyword !== "description" && keyword !== "nullable",
  );
  for (const [keyword] of own) delete schema[keyword];
  schema.anyOf = [Object.fromEntries(own), { type: "string", maxLength: 0 }];
}

/** Rewrites references for a document, and null next to references as OpenAPI 3.0 allows it. */
function rooted(json: object): object {
  const change = (key: string, value: unknown) => {
    if (key === "$ref" && typeof value === "string") return value.replace(LOCAL_DEFINITION, COMPONENT);
    return isSchema(value) ? withNullBeside(value) : value;
  };
  return JSON.parse(JSON.stringify(json, change));
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && "nullable" in value && !("type" in value);
}

/**
 * Puts `nullable` where generators of clients read it. It counts only next to a `type`: next to references that is the type
 * of what they refer to, which are objects; else one of the choices takes it.
 */
function withNullBeside({ nullable, allOf, anyOf, ...more }: JsonSchema): JsonSchema {
  const choices = [allOf, anyOf].flatMap((list) => (list as JsonSchema[] | undefined) ?? []);
  const [first, ...others] = choices;
  if (!first) return more;
  if (!choices.every(({ $ref }) => $ref !== undefined))
    return { ...more, anyOf: [{ ...first, nullable }, ...others] };
  return { ...more, type: "object", nullable, [others.length === 0 ? "allOf" : "oneOf"]: choices };
}

function same(one: JsonSchema, right: JsonSchema): boolean {
  return JSON.stringify(one) === JSON.stringify(right);
}

const ERROR_SCHEMA = {
  type: "object",
  required: ["error", "message", "docUrl"],
  properties: {
    error: { type: "string", description: "The code, for programs." },
    message: { type: "string", description: "A sentence for people. It may change." },
    docUrl: {
      type: "string",
      format: "uri",
      description: "Extension: the address of the code's description.",
      example: "https://raffle.example/docs/errors#sold_out",
    },
    required: {
      type: "string",
      description: "insufficient_scope and others: the scope or permission needed.",
    },
    retryAfter: {
      type: "integer",
      minimum: 1,
      description: "idempotency_in_progress, 429 and 503: seconds to wait, as in Retry-After.",
    },
    reason: {
      type: "string",
      description:
        "Extension. no_usable_rail and invalid_transition: why no buyer could enter, for programs.",
    },
    available: {
      type: "integer",
      minimum: 0,
      description: "sold_out and too_many_pending_sessions: entries that are still available.",
    },
    oldest: {
      type: "string",
      format: "date-time",
      description: "Extension. cursor_expired: the time of the oldest event kept.",
      example: "2027-01-11T12:13:14.567Z",
    },
    issues: {
      type: "array",
      description: "invalid_request: the faults and where they are.",
      items: { $ref: `${COMPONENT}ErrorIssue` },
    },
  },
} as const;

const ERROR_ISSUE = {
  type: "object",
  required: ["path", "code", "message"],
  properties: {
    path: { type: "string", example: "buyer.email" },
    code: { type: "string", example: "required" },
    message: { type: "string" },
  },
} as const;

/** The members of every error response. @param more those that only one API has */
export function errorSchemas(more: Readonly<Record<string, object>> = {}) {
  const { properties, ...rest } = ERROR_SCHEMA;
  return { Error: { ...rest, properties: { ...properties, ...more } }, ErrorIssue: ERROR_ISSUE };
}

export const HEADERS = {
  "X-Request-Id": {
    description: "The request's id in the service's logs.",
    schema: { type: "string" },
    example: "4f3c1a52-0a3f-4bb0-9d53-5b6f9a1f2c11",
  },
  "X-RateLimit-Limit": {
    description: "Requests allowed per window.",
    schema: { type: "integer" },
    example: 6_000,
  },
  "X-RateLimit-Remaining": {
    description: "Requests left in the budget.",
    schema: { type: "integer" },
    example: 5_999,
  },
  "X-RateLimit-Reset": {
    description: "The time at which the budget is full again, in Unix seconds.",
    schema: { type: "integer" },
    example: 1_799_669_595,
  },
  "Retry-After": {
    description: "Seconds to wait. A 409 has it only while the first request is still running.",
    schema: { type: "integer", minimum: 1 },
    example: 3,
  },
  "Idempotent-Replayed": {
    description: "`true` if this is the stored answer for the Idempotency-Key. Absent on the first answer.",
    schema: { type: "string", enum: ["true"] },
  },
  "WWW-Authenticate": {
    description: "`Bearer`: send an API key.",
    schema: { type: "string" },
    example: "Bearer",
  },
  Link: {
    description:
      'The next page: `<…>; rel="next"`, a path with its query and without host. Absent on the last one.',
    schema: { type: "string" },
    example: '</api/v1/competitions?limit=1&after=5>; rel="next"',
  },
  ETag: {
    description: "The tag of the answer's bytes, for `If-None-Match`.",
    schema: { type: "string" },
    example: '"8f434346648f6b96df89dda901c5176b"',
  },
  "Cache-Control": {
    description: "`public, max-age=5` while the answer may change; one year and `immutable` once it cannot.",
    schema: { type: "string" },
    example: "public, max-age=5",
  },
} as const;

const PROOF_SCHEMA = {
  type: "string",
  maxLength: MAX_PROOF_LENGTH,
  pattern: "^[\\w-]+\\.[\\w-]+\\.[\\w-]{86}$",
} as const;

export const PARAMETERS = {
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    description:
      "Makes it safe to repeat the request: for 24 hours the same key and request get the stored answer, " +
      "with `Idempotent-Replayed: true`. A request is the same if its method, address and body value are the same: up to " +
      "100,000 bytes, white space, the order of members and escapes in texts do not matter. A refusal that time can lift " +
      "(`sold_out`, `entries_closed` and others) is not stored: the request is processed again.",
    schema: { type: "string", minLength: 1, maxLength: 255, pattern: "^[ -~]+$" },
  },
  RequestId: {
    name: "X-Request-Id",
    in: "header",
    description: "Your id for the request; the response repeats it.",
    schema: { type: "string", pattern: "^[A-Za-z0-9._-]{8,128}$" },
  },
  IfNoneMatch: {
    name: "If-None-Match",
    in: "header",
    description: "The `ETag` of your copy. The answer is 304 if your copy is current.",
    schema: { type: "string" },
  },
  ServiceProof: {
    name: PROOF_HEADER,
    in: "header",
    required: true,
    description:
      "Proof that you hold the registered Ed25519 key: a compact JWS. Sign a new one for every request, including repeats.",
    schema: PROOF_SCHEMA,
  },
  NewKeyProof: {
    name: NEW_KEY_PROOF_HEADER,
    in: "header",
    required: true,
    description: "A second proof with the jti of Service-Proof, signed with the new key.",
    schema: PROOF_SCHEMA,
  },
} as const;

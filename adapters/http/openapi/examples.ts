/**
 * Examples of the documents, made from the schemas and a sample for each name. Tests validate each, and send those of the
 * partner API.
 */
import type { ProblemDefinition } from "../../../src/shared/problem.ts";
import { AT, BLOCK_HASH, DRAW, EVENT, HASH, SAMPLES, SESSION, WALLET } from "./samples.ts";
import { nameOf, resolved, type Schema, type Schemas } from "./schema.ts";

/** Samples of what a path names, where it is not the same everywhere: by the path's beginning. */
const PATH_SAMPLES: Readonly<Record<string, string | number>> = {
  "/checkout/sessions/{id}": SESSION,
  "/competitions/{id}": 5,
  "/prizes/{id}": 5,
  "/{organisation}/competition/{id}": 5,
  "/organisations/{slug}/competitions/{id}": 5,
  "/organisations/{slug}/events/{id}": EVENT,
  "/organisations/{slug}/orders/{id}": SESSION,
  "/organisations/{slug}/prizes/{id}": 5,
  "/organisations/{slug}/questions/{id}": 1,
  "/organisations/{slug}/webhook-endpoints/{id}": 1,
  "/webhook-endpoints/{id}": 1,
};

/** Bodies of operations that share a schema with another, and need other values. */
const SENT: Readonly<Record<string, unknown>> = {
  // The second key of the test vectors in RFC 8032, 7.1; the sample is the first.
  rotateDrawKey: { publicKey: "MCowBQYDK2VwAyEAPUAXw-hDiVqStwqnTRt-vJyYLM8uxJaMwM1V8Sr0Zgw" },
};

/** Members of an operation's answer whose values are those of no other operation. */
const ANSWERED: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  cancelCompetition: { status: "cancelled", state: "cancelled", available: 0 },
  createCompetition: {
    id: 9,
    description: null,
    ticketsSold: 0,
    status: "draft",
    state: "draft",
    endDate: "2030-02-01T00:00:00.000Z",
    imageUrl: null,
    available: 1000,
    startDate: "2030-01-01T00:00:00.000Z",
  },
  createPrize: {
    id: 5,
    name: null,
    brand: "Example",
    model: "Diver 200",
    referenceNumber: null,
    condition: "unworn",
    retailValueUSDCents: 1_000_000,
    description: null,
    imageUrls: [],
    yearManufactured: null,
  },
  // The first one of the demo is offered to buyers and can no longer be changed.
  getPrize: { id: 5 },
  updatePrize: { id: 5 },
  deletePrize: { id: 5 },
  deleteWebhookEndpoint: { id: 1 },
  expireCheckoutSession: { status: "failed", ticketsIssued: false, error: "expired", ticketNumbers: [] },
};

/** Members that the example of a component has, or with undefined does not have, in place of its fields' samples. */
const CHANGES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  // Without what only competitions on chain have.
  CompetitionDraw: {
    status: "drawn",
    voidedCommitments: [],
    method: undefined,
    contract: undefined,
    request: undefined,
    answer: undefined,
  },
};

const ALONE: Place = { component: "", member: "" };

/** Returns the example of an operation's body, with what it must have. */
export function bodyExample(operationId: string, schema: Schema, schemas: Schemas): unknown {
  return SENT[operationId] ?? exampleAt(schema, ALONE, { schemas, input: true });
}

/** Returns the example of an operation's answer. */
export function answerExample(operationId: string, schema: Schema, schemas: Schemas): unknown {
  const example = exampleAt(schema, ALONE, { schemas, input: false });
  const changes = ANSWERED[operationId];
  if (changes === undefined) return example;
  const { data } = example as { readonly data: object };
  return { data: { ...data, ...changes } };
}

/** Returns the example of a parameter. @param path the operation's */
export function parameterExample(path: string, name: string, schema: Schema): unknown {
  const [, sample] = Object.entries(PATH_SAMPLES).find(([prefix]) => path.startsWith(prefix)) ?? [];
  return name === "id" && sample !== undefined ? sample : fieldExample(schema, { ...ALONE, member: name });
}

/** Returns the same schema with an example at each field that has a format. @param component its name */
export function withFieldExamples(schema: Schema, component: string): Schema {
  return withExamples(schema, { component, member: "" });
}

/** Facts of problems that always have them, by code, else by kind. */
const FACTS: Readonly<Record<string, object>> = {
  invalid_request: { issues: [{ path: "title", code: "required", message: "is required" }] },
  insufficient_scope: { required: "competitions:write" },
  insufficient_permission: { required: "organisations:write" },
  insufficient_role: { required: "organisations:write" },
  cursor_expired: { oldest: AT },
  idempotency_in_progress: { retryAfter: 1 },
  limited: { retryAfter: 3 },
  unavailable: { retryAfter: 5 },
};

/** Returns the example of an answer that tells a problem. */
export function refusalExample({ code, kind, message }: ProblemDefinition): object {
  const docUrl = `https://raffle.example/docs/errors#${code}`;
  return { error: code, message, ...(FACTS[code] ?? FACTS[kind]), docUrl };
}

/** The use of a schema: samples belong to a member, or to one of a component. */
interface Place {
  readonly component: string;
  readonly member: string;
}

function withExamples(schema: Schema, place: Place): Schema {
  const { properties, items, additionalProperties, anyOf } = schema;
  const ofMember = ([member, field]: [string, Schema]) =>
    [member, withExamples(field, { ...place, member })] as const;
  const hasFormat = schema.format !== undefined && schema.example === undefined;
  return {
    ...schema,
    ...(hasFormat && { example: fieldExample(schema, place) }),
    ...(properties && { properties: Object.fromEntries(Object.entries(properties).map(ofMember)) }),
    ...(items && { items: withExamples(items, place) }),
    ...(typeof additionalProperties === "object" && {
      additionalProperties: withExamples(additionalProperties, place),
    }),
    ...(anyOf && { anyOf: anyOf.map((choice) => withExamples(choice, place)) }),
  };
}

interface Goal {
  readonly schemas: Schemas;
  readonly input: boolean;
}

function exampleAt(schema: Schema, place: Place, goal: Goal): unknown {
  const { schemas } = goal;
  const component = nameOf(schema);
  if (component !== null) return exampleAt(resolved(schema, schemas), { component, member: "" }, goal);
  if (schema.example !== undefined) return schema.example;
  const [choice] = schema.properties ? [] : [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  if (choice) return exampleAt(choice, place, goal);
  if (schema.type === "array") return [exampleAt(schema.items ?? {}, place, goal)];
  if (schema.type === "object") return exampleObject(schema, place.component, goal);
  return fieldExample(schema, place);
}

function exampleObject(schema: Schema, component: string, goal: Goal): object {
  const { properties = {}, required = [] } = schema;
  const members = Object.entries(properties).filter(
    ([member]) => !goal.input || required.length === 0 || required.includes(member),
  );
  const example = members.map(([member, field]) => {
    const sample = samplesOf({ component, member }).find((one) => fits(one, field, goal.schemas));
    return [member, sample === undefined ? exampleAt(field, { component, member }, goal) : sample] as const;
  });
  const changed = { ...Object.fromEntries(example), ...CHANGES[component] };
  return Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined));
}

/** Samples of a name, the most special first. */
function samplesOf({ component, member }: Place): unknown[] {
  return [SAMPLES[`${component}.${member}`], SAMPLES[member]].filter((sample) => sample !== undefined);
}

/** Returns an example that is not null, of a schema that refers to none. */
function fieldExample(schema: Schema, place: Place): unknown {
  const samples = samplesOf(place).flat();
  return samples.find((one) => one !== null && fits(one, schema, {})) ?? sampleOf(schema);
}

const FORMATS: Readonly<Record<string, RegExp>> = {
  date: /^\d{4}-\d\d-\d\d$/,
  "date-time": /^\d{4}-\d\d-\d\dT[\d:.]+Z$/,
  email: /@/,
  ipv4: /^\d+(\.\d+){3}$/,
  ipv6: /:/,
  uri: /^https:/,
  uuid: /^[0-9a-f]{8}-[0-9a-f-]{27}$/,
};

/** Returns true if a name's sample suits the field: in the API one name may have several types. */
function fits(sample: unknown, field: Schema, schemas: Schemas): boolean {
  // Strict validators of 3.0 take null for no value of a schema that refers to another.
  if (sample === null) return field.nullable === true && !field.allOf && !field.oneOf;
  const { type, enum: values, pattern, format, anyOf } = resolved(field, schemas);
  if (type === undefined && anyOf) return anyOf.some((one) => fits(sample, one, schemas));
  if (values) return values.includes(sample);
  if (type === "array") return Array.isArray(sample);
  if (type === "object") return typeof sample === "object" && !Array.isArray(sample);
  if (type === "integer") return Number.isInteger(sample);
  if (type === "boolean") return typeof sample === "boolean";
  if (type !== "string" || typeof sample !== "string") return false;
  return (
    (FORMATS[format ?? ""]?.test(sample) ?? true) &&
    (pattern === undefined || new RegExp(pattern).test(sample))
  );
}

function sampleOf({ type, format, enum: values, default: fallback, minimum, pattern }: Schema): unknown {
  if (values) return values[0];
  if (fallback !== undefined && fallback !== null) return fallback;
  if (type === "boolean") return true;
  if (type === "integer") return Math.max(minimum ?? 1, 1);
  if (format === "date-time") return AT;
  if (format === "date") return AT.slice(0, 10);
  if (format === "email") return SAMPLES.email;
  if (format === "ipv4") return "192.0.2.1";
  if (format === "ipv6") return "2001:db8::1";
  if (format === "uri") return SAMPLES.url;
  if (format === "uuid") return DRAW;
  if (pattern?.startsWith("^0x[0-9a-fA-F]{40}")) return WALLET;
  if (pattern?.startsWith("^0x")) return BLOCK_HASH;
  if (pattern?.startsWith("^[0-9a-f]{64}")) return HASH;
  if (pattern?.startsWith("^cs_")) return SESSION;
  if (pattern?.startsWith("^evt_")) return EVENT;
  return "…";
}

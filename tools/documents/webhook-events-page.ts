import { z } from "zod";
import { EVENT_EXAMPLES, WHEN } from "../../adapters/http/openapi/webhooks.ts";
import { TIMEOUT_MS } from "../../src/webhooks/dispatcher.ts";
import { EVENT_DATA, EVENT_TYPES, type EventType } from "../../src/webhooks/event.ts";
import { JITTER, MAX_ATTEMPTS, nextStep, WAITS_SEC } from "../../src/webhooks/retry-schedule.ts";
import { code, page, table } from "./markdown.ts";

/** The retry schedule decides what the service does after an answer. */
const ANSWERS: readonly (readonly [string, number | null])[] = [
  ["2xx", 204],
  ["3xx; never followed", 302],
  ["410", 410],
  ["any other 4xx, 429 included", 429],
  ["5xx", 503],
  [`none within ${TIMEOUT_MS / 1000} seconds, or no connection`, null],
];

export function webhookEventsPage(): string {
  return page(
    "Webhook events",
    `The events that the service sends, and its retries. Receiving webhooks: [webhooks.md](webhooks.md).

${EVENT_TYPES.map(section).join("\n\n")}

## Answers

${table(
  ["answer", "what the service does"],
  ANSWERS.map(([answer, status]) => [answer, meaning(status)]),
)}

## Attempts

At most ${MAX_ATTEMPTS}. Each wait is up to ${JITTER * 100} % shorter or longer.

${table(["attempt", "comes after the one before by", "after the first by"], attempts())}`,
  );
}

function section(type: EventType): string {
  const { properties = {} } = z.toJSONSchema(EVENT_DATA[type]);
  const rows = Object.entries(properties).map(([name, schema]) => {
    const { type: kind, nullable } = shapeOf(schema);
    return [code(name), kind, nullable ? "yes" : "no", schemaOf(schema).description ?? ""];
  });
  const { id, createdAt, data } = EVENT_EXAMPLES[type];
  const example = JSON.stringify({ id, type, createdAt, data }, null, 2);
  return `## ${type}\n\n${WHEN[type]}\n\n${table(["field of `data`", "type", "may be null", "meaning"], rows)}\n\n\`\`\`json\n${example}\n\`\`\``;
}

type JsonSchema = z.core.JSONSchema.JSONSchema;

function schemaOf(schema: JsonSchema | boolean): JsonSchema {
  if (typeof schema === "boolean") throw new Error("a field of an event has no schema");
  return schema;
}

function shapeOf(field: JsonSchema | boolean): { readonly type: string; readonly nullable: boolean } {
  const schema = schemaOf(field);
  // A list where null is one of the types.
  const types = [schema.type as string | string[]].flat();
  const kinds = types.filter((type) => type !== "null");
  return {
    type: kinds.map((kind) => nameOf(kind, schema)).join(" or "),
    nullable: kinds.length < types.length,
  };
}

function nameOf(kind: string, schema: JsonSchema): string {
  if (schema.enum) return schema.enum.map((value) => code(String(value))).join(", ");
  if (schema.format === "date-time") return "date-time";
  if (kind === "array") return `array of ${shapeOf(schema.items as JsonSchema).type}s`;
  return kind;
}

function meaning(status: number | null): string {
  const next = nextStep(status, 1, new Date(0), () => 0.5);
  if (next.state === "delivered") return "It is delivered, and not sent again.";
  if (next.state === "pending") return "It is sent again, as below.";
  return next.disable === null
    ? "It failed permanently: it is not sent again automatically."
    : "It failed permanently, and the endpoint is disabled: it receives no further deliveries.";
}

function attempts(): string[][] {
  let totalSec = 0;
  const later = WAITS_SEC.map((waitSec, index) => {
    totalSec += waitSec;
    return [String(index + 2), duration(waitSec), duration(totalSec)];
  });
  return [["1", "", ""], ...later];
}

function duration(seconds: number): string {
  const parts = [
    [Math.floor(seconds / 3600), "h"],
    [Math.floor((seconds % 3600) / 60), "min"],
    [seconds % 60, "s"],
  ] as const;
  return parts.flatMap(([count, unit]) => (count > 0 ? [`${count} ${unit}`] : [])).join(" ");
}

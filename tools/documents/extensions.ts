import type { z } from "zod";
import { Components, errorSchemas, type JsonSchema } from "../../adapters/http/openapi/openapi-components.ts";
import type { Route } from "../../adapters/http/kernel/route.ts";
import { code, table } from "./markdown.ts";

const EXTENSION = /(?:^|\. )Extension(?:[:.,] ?|$)/;

/** Returns a table of everything that the routes describe as an extension of the specification. */
export function extensionsTable(routes: readonly Route<never>[]): string {
  const components = new Components();
  const rows: string[][] = [];
  const note = (what: string, description: unknown) => {
    if (typeof description === "string" && EXTENSION.test(description))
      rows.push([code(what), description.replaceAll("|", "\\|")]);
  };
  for (const route of routes) {
    const name = `${route.method} ${route.path}`;
    note(name, route.description);
    for (const [member, type] of Object.entries(route.query.shape))
      note(`${name}?${member}=`, components.outputOf(type as z.ZodType).description);
    if (route.body) components.inputOf(route.body);
    components.replyOf(route.reply);
  }
  const schemas: Record<string, JsonSchema> = { ...components.schemas, ...errorSchemas() };
  for (const [name, { properties = {} }] of Object.entries(schemas))
    for (const [member, { description, $ref }] of Object.entries(properties as Record<string, JsonSchema>))
      note(`${name}.${member}`, description ?? schemas[String($ref).split("/").at(-1)!]?.description);
  return table(["extension", "what it is"], rows);
}

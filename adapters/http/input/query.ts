import { z } from "zod";
import { flawOfKey, flawOfString, invalidRequest } from "../../../src/shared/input/validation.ts";
import { invalid } from "../../../src/shared/problem.ts";

const MEMBER = /^([^[\]]+)\[(.*)\]$/s;

/**
 * Returns the parameters of a query string, each at most once. `name[key]=value` is a member of a parameter with keys.
 * Raises invalid_request.
 * @param ignored a name that means nothing
 */
export function parseQuery(
  search: string,
  { shape = {}, ignored = null }: { readonly shape?: z.ZodRawShape; readonly ignored?: string | null } = {},
): Record<string, string | Record<string, string>> {
  if (search === "") return {};
  const parameters = new Map<string, string | Map<string, string>>();
  for (const [name, value] of new URLSearchParams(search)) {
    if (name === ignored) continue;
    const [, keyed = "", key = ""] = MEMBER.exec(name) ?? [];
    const isMember = hasKeys(shape[keyed]);
    const members = isMember ? membersOf(parameters, keyed) : parameters;
    const member = isMember ? key : name;
    if (members.has(member)) throw invalid(name, "repeated", `The parameter ${name} must be sent once only.`);
    const flaw = (isMember ? flawOfKey(key) : flawOfString(name)) ?? flawOfString(value);
    if (flaw) throw invalidRequest([{ ...flaw, path: name }]);
    members.set(member, value);
  }
  const plain = [...parameters].map(
    ([name, value]) => [name, typeof value === "string" ? value : Object.fromEntries(value)] as const,
  );
  return Object.fromEntries(plain);
}

/** Returns whether a parameter has keys, each in a parameter with this name: `name[key]`. */
export function hasKeys(schema: z.core.$ZodType | undefined): boolean {
  return schema instanceof z.ZodOptional && schema.unwrap() instanceof z.ZodRecord;
}

function membersOf(parameters: Map<string, string | Map<string, string>>, name: string): Map<string, string> {
  const members = parameters.get(name);
  if (members instanceof Map) return members;
  if (members !== undefined) throw invalid(name, "repeated", `The parameter ${name} must be sent once only.`);
  const added = new Map<string, string>();
  parameters.set(name, added);
  return added;
}

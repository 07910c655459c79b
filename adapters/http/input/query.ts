import { flawOfString, invalidRequest } from "../../../src/shared/input/validation.ts";
import { invalid } from "../../../src/shared/problem.ts";

/** The members of a query string, each at most once. Raises invalid_request. @param ignored a name that means nothing */
export function parseQuery(search: string, ignored: string | null = null): Record<string, string> {
  if (search === "") return {};
  const members = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(search)) {
    if (name === ignored) continue;
    if (members.has(name)) throw invalid(name, "repeated", `The parameter ${name} must be sent once only.`);
    const flaw = flawOfString(name) ?? flawOfString(value);
    if (flaw) throw invalidRequest([{ ...flaw, path: name }]);
    members.set(name, value);
  }
  return Object.fromEntries(members);
}

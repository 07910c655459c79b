import type { AccountField, AccountFields } from "../../ports/rail.ts";
import { InvalidRequest, type Issue, type Problem } from "../shared/problem.ts";

type Given = Readonly<Record<string, unknown>>;

/** @returns the faults of an account's credentials and settings, by name; null: none */
export function fieldsFault(
  fields: AccountFields,
  values: { readonly credentials: Given; readonly settings: Given },
): Problem | null {
  const issues = [
    ...faultsIn("credentials", fields.credentials, values.credentials),
    ...faultsIn("settings", fields.settings, values.settings),
  ];
  if (issues.length === 0) return null;
  return InvalidRequest.because(issues.map(({ message }) => message).join(" "), { issues });
}

/** Returns a part's faults. Messages never contain a value: it may be a secret. */
function faultsIn(
  part: keyof AccountFields,
  fields: Readonly<Record<string, AccountField>>,
  values: Given,
): Issue[] {
  const issues: Issue[] = [];
  const names = Object.keys(fields);
  for (const name of Object.keys(values)) {
    if (Object.hasOwn(fields, name)) continue;
    const known = names.length === 0 ? "It has none." : `Known names: ${names.join(", ")}.`;
    const message = `${part}.${name} is not a known field of this provider. ${known}`;
    issues.push({ path: `${part}.${name}`, code: "unknown_field", message });
  }
  for (const [name, field] of Object.entries(fields)) {
    const path = `${part}.${name}`;
    const value = Object.hasOwn(values, name) ? textOf(values[name]) : "";
    if (value === null) {
      issues.push({ path, code: "invalid_type", message: `${path} must be a string, number or boolean.` });
    } else if (value === "") {
      if (field.required)
        issues.push({ path, code: "required", message: `${path} is required: ${field.help}` });
    } else if (field.pattern && !matches(field.pattern, value)) {
      issues.push({
        path,
        code: "invalid_format",
        message: `${path} does not have the expected format: ${field.help}`,
      });
    }
  }
  return issues;
}

/** Returns the value as text; null: not a string, number or boolean. */
function textOf(value: unknown): string | null {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? JSON.stringify(value) : null;
}

/** Returns whether the text matches, and resets the pattern, with any flags. */
function matches(pattern: RegExp, text: string): boolean {
  return text.search(pattern) >= 0;
}

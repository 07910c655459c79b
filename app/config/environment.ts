import { readFileSync } from "node:fs";

/** An environment with its secrets read from files, and the faults of reading. */
interface ReadEnvironment {
  readonly values: Readonly<Record<string, string | undefined>>;
  readonly faults: readonly string[];
}

export const fileVariable = (name: string): string => `${name}_FILE`;

/**
 * Reads each secret that is set as a file: `NAME_FILE` is the path of `NAME`'s value, as orchestrators mount secrets.
 * Line breaks at its end do not count.
 * @param secrets names of the variables that may be files
 */
export function withFiles(
  environment: Readonly<Record<string, string | undefined>>,
  secrets: readonly string[],
): ReadEnvironment {
  const values = { ...environment };
  const faults: string[] = [];
  for (const name of secrets) {
    const variable = fileVariable(name);
    const path = environment[variable];
    if (!path) continue;
    if (environment[name]) {
      faults.push(`${variable}: must not be set together with ${name}`);
      continue;
    }
    try {
      values[name] = readFileSync(path, "utf8").replace(/[\r\n]+$/, "");
    } catch (error) {
      faults.push(`${variable}: ${path} cannot be read (${(error as { code?: string }).code})`);
      continue;
    }
    if (values[name] === "") faults.push(`${variable}: ${path} is empty`);
  }
  return { values, faults };
}

/** @returns for each variable that is nearly one of the service's: its name, and the probably intended name */
export function misspelt(
  environment: Readonly<Record<string, string | undefined>>,
  ours: readonly string[],
): { readonly variable: string; readonly meant: string }[] {
  const known = new Set(ours);
  return Object.keys(environment)
    .filter((variable) => !known.has(variable) && environment[variable] !== "")
    .flatMap((variable) => {
      const meant = ours
        .filter((name) => !environment[name])
        .map((name) => ({ name, distance: distance(lettersOf(variable), lettersOf(name)) }))
        .filter(({ name, distance }) => distance <= slips(lettersOf(name)))
        .toSorted((a, b) => a.distance - b.distance)[0];
      return meant ? [{ variable, meant: meant.name }] : [];
    });
}

const lettersOf = (name: string) => name.toUpperCase().replaceAll(/[^A-Z0-9]/g, "");

/** Returns the number of slips up to which a name of this length is recognised. */
function slips({ length }: string): number {
  return length < 5 ? 0 : length < 8 ? 1 : 2;
}

/** Returns the number of omitted, added, changed or swapped neighbouring letters (optimal string alignment). */
function distance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = rows[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      row[j] = Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, changed);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) row[j] = Math.min(row[j]!, rows[i - 2]![j - 2]! + 1);
    }
    rows.push(row);
  }
  return rows[a.length]![b.length]!;
}

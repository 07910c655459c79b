/** Those of a query's or form's parameters that are there once, as text. */
export function textsOf(parameters: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(parameters).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}

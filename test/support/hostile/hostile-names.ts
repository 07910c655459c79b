/**
 * Leaves behind what JSON.parse of Node 24 to 26 takes for names of later texts: in an object whose first member is
 * `first`, the second name is read as `\u0` where it is spelled by three escapes, as `\` where by one. Best a `first`
 * of its own: where many names follow one, V8 no longer looks at how they are spelled.
 */
export function readHostileNames(first: string, read: (json: string) => unknown = JSON.parse): void {
  for (const name of ["\\u0", "\\", "\\u00", "n\\u0"]) read(JSON.stringify({ [first]: 1, [name]: 0 }));
}

/** As Python's json.dumps and PHP's json_encode spell a name that is not ASCII. */
export function escaped(name: string): string {
  const units = Array.from({ length: name.length }, (_, at) => name.charCodeAt(at).toString(16));
  return `"${units.map((unit) => `\\u${unit.padStart(4, "0")}`).join("")}"`;
}

/** Returns JSON with line breaks in which values of at most 100 characters stay in one line. */
export function json(value: unknown, indent = ""): string {
  const short = JSON.stringify(value, null, 1).replaceAll(/\n\s*/g, " ");
  const line = Array.isArray(value) ? short.replace(/^\[ /, "[").replace(/ \]$/, "]") : short;
  if (typeof value !== "object" || value === null || line.length + indent.length <= 100) return line;
  const inner = `${indent}  `;
  const lines = Array.isArray(value)
    ? value.map((item) => json(item, inner))
    : Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${json(item, inner)}`);
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  return `${open}\n${lines.map((line) => inner + line).join(",\n")}\n${indent}${close}`;
}

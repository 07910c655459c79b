interface Layout {
  /** A value that is no longer stays in one line. */
  readonly width: number;
  readonly step: string;
}

/** Returns JSON with line breaks, for a page. */
export function json(value: unknown): string {
  return written(value, { width: 100, step: "  " }, "");
}

/** Returns an OpenAPI document as JSON. It is large: its lines are longer, and an example is one line. */
export function documentJson(document: object): string {
  return `${written(document, { width: 160, step: " " }, "")}\n`;
}

function written(value: unknown, layout: Layout, indent: string): string {
  const short = JSON.stringify(value, null, 1).replaceAll(/\n\s*/g, " ");
  const line = Array.isArray(value) ? short.replace(/^\[ /, "[").replace(/ \]$/, "]") : short;
  if (typeof value !== "object" || value === null || line.length + indent.length <= layout.width) return line;
  const inner = indent + layout.step;
  const member = ([name, item]: [string, unknown]) =>
    `${JSON.stringify(name)}: ${name === "example" ? JSON.stringify(item) : written(item, layout, inner)}`;
  const lines = Array.isArray(value)
    ? value.map((item) => written(item, layout, inner))
    : Object.entries(value).map(member);
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  return `${open}\n${lines.map((line) => inner + line).join(",\n")}\n${indent}${close}`;
}

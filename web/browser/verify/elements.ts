type Child = Node | string | null;

/** Creates an element with its attributes and contents, which are always text. */
export function element<N extends keyof HTMLElementTagNameMap>(
  name: N,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[N] {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  made.append(...children.filter((child) => child !== null));
  return made;
}

export type Say = (key: string, values?: Readonly<Record<string, string | number>>) => string;

/** Inserts values into a page's message. A missing message is shown as its key. */
export function speaker(words: Readonly<Record<string, string>>): Say {
  return (key, values = {}) =>
    (words[key] ?? key).replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));
}

export interface NamedPart {
  readonly name: string;
  readonly part: object;
}

/** Parts that several operations have in common: each is described once, in the components. */
export class SharedParts {
  readonly components: Readonly<Record<string, object>>;
  readonly #kind: string;
  /** Names by the part's JSON. */
  readonly #names = new Map<string, string>();

  /**
   * @param kind the components' member, as `responses`
   * @param uses every use in the document. Of different parts with one name, the most used one keeps the name.
   * @param reserved names of components that are not among the uses
   */
  constructor(kind: string, uses: readonly NamedPart[], reserved: readonly string[] = []) {
    this.#kind = kind;
    const components: Record<string, object> = {};
    const alike = [...Map.groupBy(uses, ({ part }) => JSON.stringify(part))];
    for (const [text, [first, ...others]] of alike.toSorted(([, a], [, b]) => b.length - a.length)) {
      const { name, part } = first!;
      if (others.length === 0 || name in components || reserved.includes(name)) continue;
      components[name] = part;
      this.#names.set(text, name);
    }
    this.components = Object.fromEntries(Object.entries(components).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** Returns a reference to a shared part, or the part itself. */
  refer(part: object): object {
    const name = this.#names.get(JSON.stringify(part));
    return name === undefined ? part : { $ref: `#/components/${this.#kind}/${name}` };
  }
}

/** Returns a copy of a document in which parameters and responses are written in place of their references. */
export function withPartsInPlace<D extends { readonly components: object }>(document: D): D {
  const components = document.components as Readonly<Record<string, Readonly<Record<string, object>>>>;
  const inPlace = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inPlace);
    if (typeof value !== "object" || value === null) return value;
    const [, kind = "", name = ""] = "$ref" in value ? (SHARED.exec(String(value.$ref)) ?? []) : [];
    const part = components[kind]?.[name];
    return part ?? Object.fromEntries(Object.entries(value).map(([key, member]) => [key, inPlace(member)]));
  };
  return inPlace(document) as D;
}

const SHARED = /^#\/components\/(parameters|responses)\/(\w+)$/;

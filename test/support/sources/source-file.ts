import { parseSync } from "@swc/core";

/** A name that one file takes from another. */
interface Import {
  /** As it is written: `./lot.ts`, `zod`, `node:fs`. */
  readonly from: string;
  /** `*`: all of them. */
  readonly name: string;
}

interface FunctionLength {
  /** `Checkout.create`, `wire`, `it: sells a ticket`; `function` where it has no name. */
  readonly name: string;
  readonly lines: number;
}

/** What the tidy rules look at in a file. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
  readonly lines: number;
  readonly imports: readonly Import[];
  readonly exports: readonly string[];
  readonly functions: readonly FunctionLength[];
  /** Classes with a static `needs`: those that the wiring makes. */
  readonly processes: readonly string[];
  /** Names of variables, parameters, properties, functions and methods, one for each declaration. */
  readonly declarations: readonly string[];
  /** How often each name stands in the code. */
  readonly names: ReadonlyMap<string, number>;
  /** What is called by name: `console.log`, `it.only`. */
  readonly calls: ReadonlySet<string>;
}

/** A node of the syntax tree, as swc writes it. */
type Node = Readonly<Record<string, unknown>> & { readonly type: string };

/** @throws for a text that is no TypeScript */
export function readSource(path: string, text: string): SourceFile {
  const reader = new Reader(Buffer.from(text));
  reader.visit(parseSync(text, { syntax: "typescript", tsx: path.endsWith(".tsx"), target: "esnext" }), "");
  const { imports, exports, functions, processes, declarations, names, calls } = reader;
  const lines = text.split("\n").length - 1;
  return {
    path,
    text,
    lines,
    imports,
    exports: [...exports],
    functions,
    processes,
    declarations,
    names,
    calls,
  };
}

class Reader {
  readonly imports: Import[] = [];
  readonly exports = new Set<string>();
  readonly functions: FunctionLength[] = [];
  readonly processes: string[] = [];
  readonly declarations: string[] = [];
  readonly names = new Map<string, number>();
  readonly calls = new Set<string>();
  /** The functions around what is visited, from the nearest listed call inwards; null: that call. */
  readonly #open: ({ readonly name: string; lines: number } | null)[] = [];
  readonly #bytes: Buffer;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** @param name what a function found next is called */
  visit(value: unknown, name: string): void {
    if (!isNode(value)) {
      // Lists, and parts that have no type: an argument, a method's function.
      if (isObject(value)) for (const part of Object.values(value)) this.visit(part, name);
      return;
    }
    this.#note(value);
    this.declarations.push(...declaredBy(value));
    const lines = isListed(value) ? this.#lines(value) : 0;
    if (lines > 0) this.#list(lines);
    const inner = nameWithin(value, name);
    if (isFunction(value)) this.#open.push({ name: inner || "function", lines: this.#lines(value) });
    for (const [key, child] of Object.entries(value)) {
      if (key !== "span") this.visit(child, inner);
    }
    if (isFunction(value)) this.functions.push(this.#open.pop() as FunctionLength);
    if (lines > 0) this.#open.pop();
  }

  /** Routes and tests count for themselves: neither a table nor a suite is longer for what it lists. */
  #list(lines: number): void {
    for (let at = this.#open.length - 1; this.#open[at]; at--) this.#open[at]!.lines -= lines - 1;
    this.#open.push(null);
  }

  #note(node: Node): void {
    switch (node.type) {
      case "Identifier":
        this.names.set(String(node.value), (this.names.get(String(node.value)) ?? 0) + 1);
        break;
      case "ImportDeclaration":
      case "ExportNamedDeclaration":
      case "ExportAllDeclaration":
        this.#noteModule(node);
        break;
      case "TsImportType":
        this.imports.push({ from: textOf(node.argument), name: firstName(node.qualifier) });
        break;
      case "ExportDeclaration":
        for (const each of declared(node.declaration as Node)) this.exports.add(each);
        break;
      case "ExportDefaultDeclaration":
      case "ExportDefaultExpression":
        this.exports.add("default");
        break;
      case "CallExpression":
      case "NewExpression":
        this.#noteCall(node);
        break;
      case "ClassDeclaration":
        if ((node.body as Node[]).some(isNeeds)) this.processes.push(firstName(node.identifier));
        break;
      default:
    }
  }

  /** `import … from`, `export … from`, `export { … }`. */
  #noteModule(node: Node): void {
    const specifiers = (node.specifiers ?? []) as Node[];
    if (node.type === "ExportNamedDeclaration") {
      for (const { exported, orig, name } of specifiers)
        this.exports.add(firstName(exported ?? orig ?? name));
    }
    if (!isNode(node.source)) return;
    const from = textOf(node.source);
    if (specifiers.length === 0) this.imports.push({ from, name: "*" });
    for (const specifier of specifiers) this.imports.push({ from, name: takenBy(specifier) });
  }

  /** `import("./x.ts")`, `new URL("./x.ts", …)`, and what is called by name. */
  #noteCall(node: Node): void {
    const callee = node.callee as Node;
    const [first] = (node.arguments ?? []) as { expression: Node }[];
    const path = first ? textOf(first.expression) : "";
    const isUrlOfFile = callee.value === "URL" && path.startsWith(".");
    if ((callee.type === "Import" && path !== "") || isUrlOfFile)
      this.imports.push({ from: path, name: "*" });
    this.calls.add(dotted(callee));
  }

  #lines({ span }: Node): number {
    const { start, end } = span as { start: number; end: number };
    // swc counts bytes, from 1.
    const text = this.#bytes.subarray(start - 1, end - 1).toString();
    return text.split("\n").length;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function isNode(value: unknown): value is Node {
  return isObject(value) && typeof value.type === "string";
}

function isFunction({ type, function: of }: Node): boolean {
  return (
    type === "FunctionDeclaration" ||
    type === "FunctionExpression" ||
    type === "ArrowFunctionExpression" ||
    type === "Constructor" ||
    type === "MethodProperty" ||
    isObject(of)
  );
}

/** `route({ … })`, `it("…", …)`, `it.each(…)("…", …)`. */
function isListed({ type, callee }: Node): boolean {
  return type === "CallExpression" && /^(\w*[rR]oute|describe|it|test)\b/.test(dotted(callee as Node));
}

function isNeeds({ type, isStatic, key }: Node): boolean {
  return type === "ClassProperty" && isStatic === true && firstName(key) === "needs";
}

/** What functions within a node are called. */
function nameWithin(node: Node, name: string): string {
  const under = (own: string) => (own === "" ? name : own);
  switch (node.type) {
    case "FunctionDeclaration":
    case "ClassDeclaration":
      return under(firstName(node.identifier));
    case "ExportDeclaration":
      return under(declared(node.declaration as Node)[0] ?? "");
    case "VariableDeclarator":
      return under(firstName(node.id));
    case "ClassMethod":
    case "ClassProperty":
    case "PrivateMethod":
    case "Constructor":
      return `${name}.${firstName(node.key)}`;
    case "CallExpression":
      return under(titled(node));
    default:
      return name;
  }
}

/** `it: sells a ticket`. */
function titled({ callee, arguments: given }: Node): string {
  const [first] = given as { expression: Node }[];
  if (first?.expression.type !== "StringLiteral") return "";
  return `${dotted(callee as Node)}: ${textOf(first.expression)}`;
}

/** The name that a specifier takes from the other file. */
function takenBy({ type, imported, orig, local }: Node): string {
  if (type === "ImportDefaultSpecifier") return "default";
  return type === "ImportNamespaceSpecifier" ? "*" : firstName(imported ?? orig ?? local);
}

/** The names that a declaration declares. */
function declared({ identifier, id, declarations }: Node): string[] {
  if (Array.isArray(declarations)) return declarations.flatMap(({ id }: { id: Node }) => bound(id));
  return [firstName(identifier ?? id)];
}

/** The names that a node declares: a pattern's variables, a function, a property or a method. */
function declaredBy(node: Node): string[] {
  switch (node.type) {
    case "VariableDeclarator":
      return bound(node.id as Node);
    case "Parameter":
      return bound(node.pat as Node);
    case "ArrowFunctionExpression":
    case "TsFunctionType":
      return (node.params as Node[]).flatMap(bound);
    case "TsMethodSignature":
      return [firstName(node.key), ...(node.params as Node[]).flatMap(bound)];
    case "FunctionDeclaration":
      return [firstName(node.identifier)];
    case "ClassProperty":
    case "ClassMethod":
    case "PrivateProperty":
    case "PrivateMethod":
    case "TsPropertySignature":
      return [firstName(node.key)];
    default:
      return [];
  }
}

/** The names that a pattern binds. */
function bound(pattern: Node): string[] {
  if (pattern.type === "Identifier") return [firstName(pattern)];
  if (pattern.type === "AssignmentPatternProperty") return [firstName(pattern.key)];
  const inner = pattern.left ?? pattern.value ?? pattern.argument;
  if (isNode(inner)) return bound(inner);
  const parts = (pattern.elements ?? pattern.properties ?? []) as (Node | null)[];
  return parts.flatMap((part) => (part === null ? [] : bound(part)));
}

function firstName(value: unknown): string {
  if (!isNode(value)) return "*";
  if (value.type === "TsQualifiedName") return firstName(value.left);
  return typeof value.value === "string" ? value.value : "";
}

function textOf(value: unknown): string {
  return isNode(value) && value.type === "StringLiteral" ? String(value.value) : "";
}

function dotted(node: Node): string {
  if (node.type === "MemberExpression") {
    return `${dotted(node.object as Node)}.${firstName(node.property)}`;
  }
  if (node.type === "CallExpression") return `${dotted(node.callee as Node)}()`;
  return firstName(node);
}

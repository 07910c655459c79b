import { invariant } from "../../../src/shared/invariant.ts";
import { type Method, type Route, placeholdersOf } from "./route.ts";

/** All routes of one path. */
export interface Path<C> {
  readonly template: string;
  readonly placeholders: readonly string[];
  readonly routes: Map<Method, Route<C>>;
}

interface Node<C> {
  readonly fixed: Map<string, Node<C>>;
  variable: Node<C> | null;
  path: Path<C> | null;
}

/**
 * Finds a path by its segments, in time that does not grow with the table. Paths are compared byte for byte:
 * no trailing slash, no other case, no percent-encoding; no id or slug needs any.
 */
export class RouteIndex<C> {
  readonly #root: Node<C> = leaf();

  constructor(routes: readonly Route<C>[]) {
    for (const route of routes) this.#add(route);
  }

  find(path: string): { readonly path: Path<C>; readonly params: Record<string, string> } | null {
    const values: string[] = [];
    const found = descend(this.#root, path.split("/"), 1, values);
    if (!found) return null;
    const params: Record<string, string> = {};
    for (const [index, name] of found.placeholders.entries()) params[name] = values[index]!;
    return { path: found, params };
  }

  #add(route: Route<C>): void {
    let node = this.#root;
    for (const segment of route.path.split("/").slice(1)) {
      if (segment.startsWith("{")) {
        node = node.variable ??= leaf();
      } else {
        const next = node.fixed.get(segment) ?? leaf();
        node.fixed.set(segment, next);
        node = next;
      }
    }
    node.path ??= { template: route.path, placeholders: placeholdersOf(route.path), routes: new Map() };
    invariant(node.path.template === route.path, `${route.path} and ${node.path.template} are one path`);
    invariant(!node.path.routes.has(route.method), `${route.method} ${route.path} is in the table once`);
    node.path.routes.set(route.method, route);
  }
}

function leaf<C>(): Node<C> {
  return { fixed: new Map(), variable: null, path: null };
}

/** A fixed segment wins over a placeholder, unless it leads nowhere. */
function descend<C>(
  node: Node<C>,
  segments: readonly string[],
  at: number,
  values: string[],
): Path<C> | null {
  if (at === segments.length) return node.path;
  const segment = segments[at]!;
  const fixed = node.fixed.get(segment);
  const found = fixed ? descend(fixed, segments, at + 1, values) : null;
  if (found || !node.variable || segment === "") return found;
  values.push(segment);
  const byVariable = descend(node.variable, segments, at + 1, values);
  if (!byVariable) values.pop();
  return byVariable;
}

import type { paths } from "../generated/partner-api.d.ts";

/** Methods of the API. */
export type Verb = "get" | "post" | "patch" | "delete";

/** Paths of the document that have a method. */
export type PathOf<V extends Verb> = {
  [P in keyof paths]: paths[P][V] extends { responses: unknown } ? P : never;
}[keyof paths];

type Member<Name extends string, T> = [T] extends [undefined]
  ? unknown
  : undefined extends T
    ? { readonly [N in Name]?: NonNullable<T> }
    : { readonly [N in Name]: T };
type Json<T> = T extends { content: { "application/json": infer Body } } ? Body : undefined;
type Described = {
  parameters: { path?: unknown; query?: unknown };
  requestBody?: unknown;
  responses: unknown;
};

/** Options of every call. */
export interface CallOptions {
  /** Names a write, so that a repeat has no second effect. Default: a random one for each call. */
  readonly idempotencyKey?: string;
  /** Other headers, such as `X-Request-Id`. A call with a `Service-Proof` is tried once, for a proof counts once. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Ends the call. */
  readonly signal?: AbortSignal;
}

/** Input of a call: parameters of its path, its query and its body, as the document describes them. */
export type Input<O> = O extends Described
  ? Member<"path", O["parameters"]["path"]> &
      Member<"query", O["parameters"]["query"]> &
      Member<"body", Json<O["requestBody"]> | (undefined extends O["requestBody"] ? undefined : never)> &
      CallOptions
  : never;

/** The input of a call, which may be left out where nothing in it is required. */
export type Inputs<O> = object extends Input<O> ? [input?: Input<O>] : [input: Input<O>];

type Success<R> = R extends { responses: infer Answers }
  ? {
      [Status in keyof Answers]: Status extends 200 | 201 | 202 | 204 ? Json<Answers[Status]> : never;
    }[keyof Answers]
  : never;

/** Output of a call: `data` of the answer, or the answer where it has no `data`. */
export type Output<O> = Success<O> extends { data: infer Data } ? Data : Success<O>;

/** Paths whose GET is a list that ends: the feed of events always has a next page. */
export type ListPath = {
  [P in Exclude<PathOf<"get">, "/events">]: Output<paths[P]["get"]> extends readonly unknown[] ? P : never;
}[Exclude<PathOf<"get">, "/events">];

/** An element of a list. */
export type Element<P extends ListPath> =
  Output<paths[P]["get"]> extends readonly (infer One)[] ? One : never;

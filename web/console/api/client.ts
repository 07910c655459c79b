import createClient from "openapi-fetch";
import type { paths } from "../generated/admin-api.d.ts";
import { BASE } from "./base.ts";
import { ApiProblem, unreachable } from "./problem.ts";

const ORIGIN = globalThis.location.origin;

/** Client of the operator interface. Forms never submit natively: some policies hide their `Origin`. */
export const api = createClient<paths>({
  baseUrl: `${ORIGIN}${BASE}/api/v1`,
  credentials: "same-origin",
  fetch: async (request) => {
    try {
      return await fetch(request);
    } catch (error) {
      if ((error as Error).name === "AbortError") throw error;
      throw unreachable();
    }
  },
});

interface Fetched<T> {
  readonly data?: T;
  readonly error?: unknown;
  readonly response: Response;
}

/** Rows of a list, and the cursor of the next page. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  /** null: the list ends here. */
  readonly next: string | null;
}

/** Returns `data` of the answer. @throws ApiProblem */
export async function answerOf<T>(request: Promise<Fetched<{ readonly data: T }>>): Promise<T> {
  return succeeded(await request).data;
}

/** Returns one page of a list. @throws ApiProblem */
export async function pageOf<Row>(
  request: Promise<Fetched<{ readonly data: readonly Row[] }>>,
): Promise<Page<Row>> {
  const fetched = await request;
  return { rows: succeeded(fetched).data, next: cursorIn(fetched.response.headers.get("Link")) };
}

function succeeded<T>({ data, error, response }: Fetched<T>): T {
  if (response.ok && data !== undefined) return data;
  const body = typeof error === "object" && error !== null ? { ...error } : {};
  throw new ApiProblem(response.status, body, response.headers.get("X-Request-Id"));
}

function cursorIn(link: string | null): string | null {
  const address = /<([^>]*)>\s*;\s*rel="?next"?/.exec(link ?? "")?.[1];
  return address === undefined ? null : new URL(address, ORIGIN).searchParams.get("after");
}

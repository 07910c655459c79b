import createClient from "openapi-fetch";
import type { paths } from "../generated/admin-api.d.ts";
import { BASE } from "./base.ts";
import { ApiProblem, unreachable } from "./problem.ts";

const ORIGIN = globalThis.location.origin;

/** The operator interface. Only this sends anything: never a form, whose `Origin` some policies hide. */
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

/** What a list answers, and where it goes on. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  /** null: this is its end. */
  readonly next: string | null;
}

/** What is answered as `data`. @throws ApiProblem */
export async function answerOf<T>(asked: Promise<Fetched<{ readonly data: T }>>): Promise<T> {
  return whole(await asked).data;
}

/** One part of a list. @throws ApiProblem */
export async function pageOf<Row>(
  asked: Promise<Fetched<{ readonly data: readonly Row[] }>>,
): Promise<Page<Row>> {
  const fetched = await asked;
  return { rows: whole(fetched).data, next: cursorIn(fetched.response.headers.get("Link")) };
}

function whole<T>({ data, error, response }: Fetched<T>): T {
  if (response.ok && data !== undefined) return data;
  const told = typeof error === "object" && error !== null ? { ...error } : {};
  throw new ApiProblem(response.status, told, response.headers.get("X-Request-Id"));
}

function cursorIn(link: string | null): string | null {
  const address = /<([^>]*)>\s*;\s*rel="?next"?/.exec(link ?? "")?.[1];
  return address === undefined ? null : new URL(address, ORIGIN).searchParams.get("after");
}

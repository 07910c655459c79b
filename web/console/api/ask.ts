import { BASE } from "./base.ts";
import { ApiProblem, unreachable } from "./problem.ts";

/** What is answered as `data`. @throws ApiProblem */
export async function ask<T>(
  method: "GET" | "POST" | "PATCH" | "DELETE",
  path: string,
  body?: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<T> {
  let response: Response;
  try {
    response = await fetch(`${BASE}/api/v1${path}`, {
      method,
      credentials: "same-origin",
      headers: { ...headers, ...(body ? { "Content-Type": "application/json" } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  } catch {
    throw unreachable();
  }
  const told = await response.json().catch(() => ({}));
  if (response.ok) return told.data as T;
  throw new ApiProblem(response.status, told, response.headers.get("X-Request-Id"));
}

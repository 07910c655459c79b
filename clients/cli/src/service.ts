import { exitOf, Failure } from "./failure.ts";

const TIMEOUT_MS = 40_000;

/** Calls an address of the service that is none of the API's. @throws Failure: no answer, or a refusal */
export async function called(
  url: string,
  { body, headers }: { readonly body?: object; readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<string> {
  let answer: Response;
  try {
    answer = await fetch(url, {
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: { ...headers, ...(body && { "Content-Type": "application/json" }) },
      ...(body && { method: "POST", body: JSON.stringify(body) }),
    });
  } catch {
    throw new Failure(`no answer of ${url}`, exitOf(0));
  }
  const text = await answer.text();
  if (answer.ok) return text;
  throw new Failure(`${url} was answered with ${answer.status}${messageOf(text)}`, exitOf(answer.status));
}

function messageOf(text: string): string {
  try {
    const { message } = JSON.parse(text) as { readonly message?: unknown };
    return typeof message === "string" ? `: ${message}` : "";
  } catch {
    return "";
  }
}

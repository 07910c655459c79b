import { expect } from "vitest";
import type { Partner } from "../../support/builders/partner.ts";
import type { Answer, Json } from "../../support/service/service.ts";

/** The data of an answer that must have this status. */
export function dataOf(answer: Answer, status = 200): Json {
  expect(answer.status, answer.text).toBe(status);
  expect(Object.keys(answer.json)).toEqual(["data"]);
  return answer.json.data;
}

/** `[400, "invalid_request"]` */
export function refusalOf({ status, json }: Answer): [number, string] {
  return [status, json.error];
}

/** Which fields a 400 invalid_request names. */
export function wrongFields(answer: Answer): string[] {
  expect(refusalOf(answer), answer.text).toEqual([400, "invalid_request"]);
  return answer.json.issues.map((issue: { path: string }) => issue.path);
}

/** Follows the Link headers from a first page to the last. @returns the ids of each page */
export async function pagesOf(
  partner: Partner,
  path: string,
  idOf = ({ id }: Json) => id,
): Promise<number[][]> {
  const pages: number[][] = [];
  let next: string | undefined = `/api/v1${path}`;
  while (next !== undefined) {
    const answer: Answer = await partner.service.call("GET", next, { key: partner.key });
    pages.push(dataOf(answer).map(idOf));
    next = /^<([^>]+)>; rel="next"$/.exec(answer.headers.get("Link") ?? "")?.[1];
  }
  return pages;
}

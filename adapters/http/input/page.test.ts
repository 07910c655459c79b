import request from "supertest";
import { expect, test } from "vitest";
import { z } from "zod";
import { KEY, kernel } from "../../../test/support/service/http-kernel.ts";
import { type Slice, pageQuery, pageQueryBy, paged } from "./page.ts";
import { partnerRoute } from "../partner/partner-route.ts";

const ROWS = [5, 4, 3, 2, 1].map((id) => ({ id, code: `cs_${id}` }));

/** Reads like a store: newest first, after the cursor, up to a limit. */
async function rowsOf({ limit, after }: Slice<number>) {
  return ROWS.filter(({ id }) => after === null || id < after).slice(0, limit);
}

const Row = z.object({ name: z.string() });
const common = {
  method: "GET",
  summary: "List",
  tag: "Lists",
  scope: null,
  status: 200,
  reply: z.array(Row),
  problems: [],
} as const;

const list = partnerRoute({
  ...common,
  operationId: "listRows",
  path: "/rows",
  query: pageQuery.extend({ kind: z.string().optional() }),
  handle: (request) =>
    paged(
      request,
      rowsOf,
      ({ id }) => ({ name: `row ${id}` }),
      ({ id }) => id,
    ),
});

const listByCode = partnerRoute({
  ...common,
  operationId: "listCodes",
  path: "/codes",
  query: pageQueryBy(z.string().regex(/^cs_\d$/)),
  handle: (request) =>
    paged(
      request,
      ({ limit, after }) => rowsOf({ limit, after: after === null ? null : Number(after.slice(3)) }),
      ({ code }) => ({ name: code }),
      ({ code }) => code,
    ),
});

/** Each of half a megabyte and a little more, but for one that is larger than a page. */
const LONG = [9, 8, 7, 6, 5, 4, 3, 2, 1];
const longText = (id: number) => String(id).repeat(id === 5 ? 3_000_000 : 500_000);
const mostAtOnce: number[] = [];
const listLong = partnerRoute({
  ...common,
  operationId: "listLong",
  path: "/long",
  query: pageQuery,
  handle: (request) =>
    paged(
      request,
      async ({ limit, after }) => {
        const rows = LONG.filter((id) => after === null || id < after).slice(0, limit);
        mostAtOnce.push(rows.length);
        return rows;
      },
      (id) => ({ name: longText(id) }),
      (id) => id,
      2,
    ),
});

const { app } = kernel([list, listByCode, listLong]);

function get(url: string) {
  return request(app).get(url).set("Authorization", `Bearer ${KEY}`);
}

test("without parameters a short list is complete and has no next page", async () => {
  const response = await get("/api/v1/rows").expect(200);
  expect(response.body.data).toHaveLength(5);
  expect(response.headers["link"]).toBeUndefined();
});

test("following the Link header visits each element once, and the last page has none", async () => {
  const names: string[] = [];
  let url: string | undefined = "/api/v1/rows?limit=2&kind=a%20b";
  const urls: string[] = [];
  while (url) {
    urls.push(url);
    const response: request.Response = await get(url).expect(200);
    names.push(...response.body.data.map(({ name }: { name: string }) => name));
    url = /^<(.+)>; rel="next"$/.exec(response.headers["link"] ?? "")?.[1];
  }
  expect(names).toEqual(["row 5", "row 4", "row 3", "row 2", "row 1"]);
  expect(urls[1]).toBe("/api/v1/rows?limit=2&kind=a+b&after=4");
  expect(urls).toHaveLength(3);
});

test("a page that is exactly full is the last one", async () => {
  const response = await get("/api/v1/rows?limit=5").expect(200);
  expect(response.headers["link"]).toBeUndefined();
});

test("a page of long elements ends at 2 MB, but not before its first; the next one continues after it", async () => {
  const pages: number[][] = [];
  let url: string | undefined = "/api/v1/long";
  while (url) {
    const response: request.Response = await get(url).expect(200);
    pages.push(response.body.data.map(({ name }: { name: string }) => Number(name[0])));
    url = /^<(.+)>; rel="next"$/.exec(response.headers["link"] ?? "")?.[1];
  }
  expect(pages).toEqual([[9, 8, 7], [6], [5], [4, 3, 2], [1]]);
  expect(Math.max(...mostAtOnce), "rows in memory").toBe(2);
});

test("a cursor can be text", async () => {
  const response = await get("/api/v1/codes?limit=1&after=cs_4").expect(200);
  expect(response.body.data).toEqual([{ name: "cs_3" }]);
  expect(response.headers["link"]).toBe('</api/v1/codes?limit=1&after=cs_3>; rel="next"');
});

test("a limit is 1 to 100, a cursor an id", async () => {
  for (const query of [
    "limit=0",
    "limit=101",
    "limit=1.5",
    "limit=1e1",
    "limit=",
    "after=x",
    "after=0",
    "page=2",
  ]) {
    await get(`/api/v1/rows?${query}`).expect(400);
  }
  await get("/api/v1/rows?limit=100").expect(200);
});

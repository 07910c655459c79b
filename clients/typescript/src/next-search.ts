/** Returns the query of the next page's address, and no more of it: no answer leads to another host. */
export function nextSearch(link: string | null): string | undefined {
  const [, query] = /<[^>?]*\?([^>]*)>\s*;\s*rel="?next"?/.exec(link ?? "") ?? [];
  return query;
}

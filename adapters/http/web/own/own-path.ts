const LONGEST = 1_000;
/** Paths of pages that buyers are led back to. */
const PAGES = /^\/(checkout|tickets|orders)\//;

/**
 * Returns the page of the service that a form names as the next one, with its query; null: it names none. Buyers are
 * never led to another site.
 * @param prefix path of the service's address, without a slash at the end
 */
export function ownPath(path: string | undefined, prefix: string): string | null {
  if (path === undefined || path.length > LONGEST || !path.startsWith("/")) return null;
  const own = "http://own.invalid";
  const url = URL.parse(path, own);
  if (url === null || url.origin !== own || !url.pathname.startsWith(prefix)) return null;
  return PAGES.test(url.pathname.slice(prefix.length)) ? url.pathname + url.search : null;
}

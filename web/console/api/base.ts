/** Where the console is served, with what may stand before the service's own paths: `/admin`, `/raffles/admin`. */
export const BASE = document.documentElement.dataset.base ?? "/admin";

/** The query that the page was opened with, before anything has rewritten it. */
export const ENTRY_QUERY = location.search;

/** Path of the console, with the prefix of the service: `/admin`, `/raffles/admin`. */
export const BASE = document.documentElement.dataset.base ?? "/admin";

/** Query that the page was opened with, before anything rewrites it. */
export const ENTRY_QUERY = location.search;

/** Where the console is served, with what may stand before the service's own paths: `/admin`, `/raffles/admin`. */
export const BASE = document.documentElement.dataset.base ?? "/admin";

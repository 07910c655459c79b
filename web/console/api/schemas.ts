import type { components } from "../generated/admin-api.d.ts";

/** What the operator interface answers, by its name in the document. */
export type Schema<Name extends keyof components["schemas"]> = components["schemas"][Name];

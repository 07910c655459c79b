import type { components } from "../generated/admin-api.d.ts";

/** Schema of the operator interface by its name in the document. */
export type Schema<Name extends keyof components["schemas"]> = components["schemas"][Name];

/** Scopes of an API key, as named in the specification. */
export const SCOPES = [
  "competitions:read",
  "winners:read",
  "entries:create",
  "competitions:write",
  "draws:create",
] as const;

export type Scope = (typeof SCOPES)[number];

/** Default scopes of a new key. */
export const DEFAULT_SCOPES: readonly Scope[] = ["competitions:read", "winners:read"];

/** What a key may do. The specification names each. */
export const SCOPES = [
  "competitions:read",
  "winners:read",
  "entries:create",
  "competitions:write",
  "draws:create",
] as const;

export type Scope = (typeof SCOPES)[number];

/** What a key is granted when its creator says nothing. */
export const DEFAULT_SCOPES: readonly Scope[] = ["competitions:read", "winners:read"];

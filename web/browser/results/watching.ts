const WATCHED = "raffleWatched";

/** Notes, for the page that replaces this one, that its reader waited for the draw. The history keeps it, without storage. */
export function noteWatching(): void {
  history.replaceState({ ...(history.state as object | null), [WATCHED]: true }, "");
}

/** Returns whether the page before was watched, once. */
export function wasWatched(): boolean {
  const { [WATCHED]: watched, ...rest } = (history.state ?? {}) as Record<string, unknown>;
  if (watched === true) history.replaceState(rest, "");
  return watched === true;
}

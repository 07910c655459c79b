const MOST = 14;
const ENDS = 6;

/** Returns an id that fits into a column: its beginning and its end. Short ones stay as they are. */
export function shortId(id: string): string {
  return id.length <= MOST ? id : `${id.slice(0, ENDS)}…${id.slice(-ENDS)}`;
}

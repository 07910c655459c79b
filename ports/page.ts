/** A part of a list: at most `limit` behind the element with the id `after` (null: from the start). */
export interface Page {
  readonly limit: number;
  readonly after: number | null;
}

/**
 * Returns the condition of a list, newest first: rows after a cursor among those equal in the columns before it. Any
 * plan, even one for all values, begins at the cursor in the index of these columns: `$2 is null or …` would read and
 * drop the rows before it, and without the columns in the comparison the rows of all organisations look cheap.
 * @param parameters one for each column; the last is the cursor, null: from the newest
 */
export function behind(columns: readonly string[], parameters: readonly `$${number}`[]): string {
  const values = [...parameters.slice(0, -1), `coalesce(${parameters.at(-1)}::bigint, 9223372036854775807)`];
  return `(${columns.join(", ")}) < (${values.join(", ")})`;
}

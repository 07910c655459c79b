/** The least interval between two reads for gauges, regardless of how often they are scraped. */
export const READ_EVERY_MS = 5_000;
/** A scrape does not wait longer for the database. */
const PATIENCE_MS = 2_000;

/**
 * Reads for gauges, which are collected together by every scrape: what was read is shown again for a while, also that
 * nothing could be read, and scrapes that come while one reads share its answer.
 * @returns null: it cannot be read now
 */
export function sharedReading<T>(read: () => Promise<T>, everyMs: number): () => Promise<T | null> {
  let latest: { readonly value: T | null; readonly at: number } | null = null;
  let reading: Promise<T | null> | null = null;
  const begin = () =>
    read()
      .catch(() => null)
      .then((value) => {
        latest = { value, at: performance.now() };
        reading = null;
        return value;
      });
  return () => {
    if (latest !== null && performance.now() - latest.at < everyMs) return Promise.resolve(latest.value);
    reading ??= begin();
    return Promise.race([reading, nothingAfter(PATIENCE_MS)]);
  };
}

function nothingAfter(ms: number): Promise<null> {
  return new Promise((resolve) => setTimeout(resolve, ms, null).unref());
}

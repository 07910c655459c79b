import { answerOf, api } from "../../api/client.ts";
import type { Schema } from "../../api/schemas.ts";

/** Key of a search's results. @param slug undefined: of all organisations */
export function searchKey(slug: string | undefined, text: string): readonly unknown[] {
  return slug === undefined ? ["search", text] : ["o", slug, "search", text];
}

/** Searches for a text, which is in the body: addresses are logged. */
export function findings(slug: string | undefined, text: string): Promise<readonly Schema<"Finding">[]> {
  return answerOf(
    slug === undefined
      ? api.POST("/search", { body: { text } })
      : api.POST("/organisations/{slug}/search", { params: { path: { slug } }, body: { text } }),
  );
}

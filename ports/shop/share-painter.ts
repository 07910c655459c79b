import type { ShareSubject } from "../../src/shop/share-subject.ts";
import { type Token, token } from "../token.ts";

/** Draws share images. */
export interface SharePainter {
  /**
   * A PNG of 1200 × 630 and at most 300 kB, and a tag that names its bytes.
   * @param picture PNG, JPEG or WebP; raises when it cannot be drawn. null: without one
   */
  paint(
    subject: ShareSubject,
    picture: Uint8Array | null,
  ): Promise<{ readonly png: Uint8Array; readonly tag: string }>;
}
export const SharePainter: Token<SharePainter> = token("SharePainter");

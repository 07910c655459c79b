import type { ShareSubject } from "../../src/shop/share-subject.ts";
import { type Token, token } from "../token.ts";

/** Pictures from addresses that partners gave. */
export interface Pictures {
  /**
   * Calls public addresses only, follows no redirect elsewhere, and ends within 5 seconds.
   * @returns PNG, JPEG or WebP of at most 5 MB and 30 million pixels; null: it is not available
   */
  fetch(url: string): Promise<Uint8Array | null>;
}
export const Pictures: Token<Pictures> = token("Pictures");

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

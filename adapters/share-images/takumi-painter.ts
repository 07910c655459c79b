import { hash } from "node:crypto";
import type { Renderer } from "@takumi-rs/core";
import { SharePainter } from "../../ports/shop/share-images.ts";
import type { ShareSubject } from "../../src/shop/share-subject.ts";
import { readSubset, type Subset, typesetting } from "./fonts.ts";

const BYTES_MAX = 300_000;
/** Pictures are drawn once: only glyphs are worth a cache, and the library caches them automatically. */
const CACHE_BYTES = 1_000_000;

/**
 * Paints with takumi, in takumi's threads. A font's subset is registered when the first text needs it, and stays: 21 MB
 * of files in all, of which a shop needs a few.
 */
export class TakumiPainter implements SharePainter {
  static readonly as = SharePainter;
  static readonly needs = [] as const;
  readonly #registered = new Map<string, Promise<unknown>>();
  #renderer: Promise<Renderer> | undefined;

  async paint(subject: ShareSubject, picture: Uint8Array | null) {
    const { FRAMES, PICTURE, shareImage, SIZE, textsOf } =
      await import("../../web/share-image/share-image.ts");
    const texts = textsOf(subject);
    const { families, subsets, spelled } = await typesetting(Object.values(texts).join(" "), subject.locale);
    const renderer = await this.#loaded();
    await Promise.all(subsets.map((subset) => this.#register(renderer, subset)));
    const images = picture === null ? [] : [{ src: PICTURE, data: picture, cache: "none" as const }];
    const common = { ...SIZE, images, fontFamilies: [...families] };
    for (const frame of picture === null ? [null] : FRAMES) {
      const node = shareImage(subject, texts, { spelled, frame });
      const png = await renderer.render(node, { ...common, format: "png" });
      if (png.byteLength <= BYTES_MAX)
        return { png, tag: `"${hash("sha256", png, "base64url").slice(0, 22)}"` };
    }
    throw new Error("the image is too large");
  }

  #loaded(): Promise<Renderer> {
    this.#renderer ??= load();
    return this.#renderer;
  }

  #register(renderer: Renderer, subset: Subset): Promise<unknown> {
    const { family: name, file, ranges: unicodeRange } = subset;
    const registered =
      this.#registered.get(file) ??
      readSubset(subset).then((data) => renderer.registerFont({ name, data, unicodeRange }));
    this.#registered.set(file, registered);
    return registered;
  }
}

async function load(): Promise<Renderer> {
  const { Renderer } = await import("@takumi-rs/core");
  return new Renderer({ cacheMaxBytes: CACHE_BYTES });
}

import type { Site } from "../../../web/pages/face.ts";
import type { Front } from "./front.ts";

/** Where this build's pages find what belongs to them. */
export async function siteOf(front: Front, baseUrl: string): Promise<Site> {
  const [style, script] = [await front.file("page.css"), await front.file("framed.js")];
  return {
    baseUrl,
    prefix: new URL(baseUrl).pathname.replace(/\/$/, ""),
    style: style.name,
    script: script.name,
  };
}

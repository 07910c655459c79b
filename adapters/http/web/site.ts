import type { Site } from "../../../web/pages/face.ts";
import type { SiteAssets } from "./site-assets.ts";

/** Returns the addresses of this build's files for its pages. @param plain their script's name without the hash */
export async function siteOf(assets: SiteAssets, baseUrl: string, plain = "framed.js"): Promise<Site> {
  const [style, script, verifier] = [
    await assets.file("page.css"),
    await assets.file(plain),
    await assets.file("results.js"),
  ];
  return {
    baseUrl,
    prefix: new URL(baseUrl).pathname.replace(/\/$/, ""),
    style: style.name,
    script: script.name,
    verifier: verifier.name,
  };
}

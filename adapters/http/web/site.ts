import type { Site } from "../../../web/pages/face.ts";
import type { Front } from "./front.ts";

/** Where this build's pages find what belongs to them. @param plain their script's name without the hash */
export async function siteOf(front: Front, baseUrl: string, plain = "framed.js"): Promise<Site> {
  const [style, script, verifier] = [
    await front.file("page.css"),
    await front.file(plain),
    await front.file("results.js"),
  ];
  return {
    baseUrl,
    prefix: new URL(baseUrl).pathname.replace(/\/$/, ""),
    style: style.name,
    script: script.name,
    verifier: verifier.name,
  };
}

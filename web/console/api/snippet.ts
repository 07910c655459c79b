export { partnerPolicy, type PinnedFile, tagFor } from "../../browser/demo/snippet.ts";

export { partnerPolicy, type PinnedFile, tagFor } from "../../snippet/snippet.ts";

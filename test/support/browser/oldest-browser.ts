/**
 * Run before a page's own scripts, it takes away what came after the oldest browsers that `adapters/http/web/bundles/built-file.ts`
 * names: esbuild translates what a script says, and adds nothing that a browser lacks.
 */
export const OLDEST_BROWSER = `{
  const younger = [
    [URL, "parse canParse"],
    [AbortSignal, "any"],
    [Promise, "try withResolvers"],
    [Object, "groupBy"],
    [Map, "groupBy"],
    [Array, "fromAsync"],
    [String.prototype, "isWellFormed toWellFormed"],
    [Set.prototype, "union intersection difference symmetricDifference isSubsetOf isSupersetOf isDisjointFrom"],
    [Uint8Array, "fromBase64 fromHex"],
    [Uint8Array.prototype, "toBase64 toHex setFromBase64 setFromHex"],
    [Element.prototype, "checkVisibility moveBefore"],
  ];
  for (const [owner, names] of younger) for (const name of names.split(" ")) delete owner[name];
}`;

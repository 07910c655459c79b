/** This build cannot serve the database. The message gives the reason and the remedy. */
export class UnfitDatabase extends Error {
  override readonly name = "UnfitDatabase";
}

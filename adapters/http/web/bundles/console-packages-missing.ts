/** Raised where the console was not built before, and its packages, which are for development, are not installed. */
export class ConsolePackagesMissing extends Error {}

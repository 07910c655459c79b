/** Raised where the console was not built before, and its packages, which are for development, are not installed. */
export class ConsolePackagesMissing extends Error {
  constructor() {
    super("the console is not built, and its packages are not installed: run npm ci && npm run build");
  }
}

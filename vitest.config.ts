import { defineConfig } from "vitest/config";

/** Files that look at what their process has met before: each has one of its own. */
const ALONE = ["test/foreign-json.test.ts"];

export default defineConfig({
  test: {
    environment: "node",
    globalSetup: "test/support/database/global-setup.ts",
    // Processes: some tests change signals and the environment, which threads share.
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    teardownTimeout: 30_000,
    projects: [
      {
        extends: true,
        test: {
          name: "shared",
          // A file finds what the one before it imported: half a second of processor time less for each.
          isolate: false,
          include: ["*.test.ts", "{config,testing,src,ports,adapters,rails,test,bench,scripts}/**/*.test.ts"],
          exclude: ["**/node_modules/**", "docs/generated/**", ...ALONE],
        },
      },
      { extends: true, test: { name: "alone", include: ALONE } },
    ],
  },
});

import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    environment: "node",
    include: ["*.test.ts", "{config,testing,src,ports,adapters,rails,test,bench,scripts}/**/*.test.ts"],
    exclude: ["**/node_modules/**", "docs/generated/**"],
    globalSetup: "test/support/database/global-setup.ts",
    // Processes: some tests change signals and the environment, which threads share.
    pool: "forks",
    // A file finds what the one before it imported: half a second of processor time less for each.
    isolate: false,
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    teardownTimeout: 30_000,
  },
});

/** Set-up of a test file of a mutant: it ends with the first failure, which has caught the mistake. */
import { afterEach, beforeEach } from "vitest";

// A mutant that passes nothing is broken: its tests are run to the end, so that this can be seen.
const seen = { passed: false, failed: false };

beforeEach(({ skip }) => {
  if (seen.passed && seen.failed) skip("a test has caught the mistake");
});
afterEach(({ task }) => {
  const state = task.result?.state;
  if (state === "fail") seen.failed = true;
  else if (state !== "skip") seen.passed = true;
});

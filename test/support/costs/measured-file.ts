// Runs before each test file: notes in the file's metadata what it costs, for the report at the run's end.
import { afterAll, type TaskMeta } from "vitest";
import { type Reduction, takeReductions } from "../depth.ts";
import { processorSeconds } from "./processor-time.ts";

declare module "vitest" {
  interface TaskMeta {
    /** Processor seconds of a file: its process, and what it started, between its import and its last hook. */
    processorSeconds?: number;
    reductions?: readonly Reduction[];
  }
}

const before = processorSeconds();

function note(_context: object, { meta }: { readonly meta: TaskMeta }): void {
  meta.processorSeconds = processorSeconds() - before;
  meta.reductions = takeReductions();
}

// Registered first, it runs last. Bound, since the runner reads the names of fixtures from a hook's text.
afterAll(note.bind(null));

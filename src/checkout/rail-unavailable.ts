import { defineProblem } from "../shared/problem.ts";

export const RailUnavailable = defineProblem(
  "rail_unavailable",
  "upstream",
  "The payment provider did not answer. Nothing was charged; try again.",
);

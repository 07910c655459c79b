import { guardedRail } from "../../adapters/system/guarded-rail.ts";
import { RailMetrics } from "../../adapters/system/rail-metrics.ts";
import type { Rail } from "../../ports/rail.ts";
import { Rails } from "../../ports/rails.ts";
import { RailHealthWatch } from "../../src/organisations/rail-health.ts";
import type { Wiring } from "../../wiring.ts";

/** A rail as the service has it. */
export function guarded(wiring: Wiring, rail: Rail): Rail {
  return guardedRail(rail, {
    observe: (call) => {
      wiring.get(RailMetrics).observe(call);
      wiring.get(RailHealthWatch).observe(call);
    },
  });
}

/** The service has these rails and no others, guarded as its own are. */
export function bindRails(wiring: Wiring, rails: readonly Rail[]): void {
  const all = rails.map((rail) => guarded(wiring, rail));
  const find: Rails["find"] = (kind, provider) =>
    all.find((rail) => rail.kind === kind && rail.provider === provider) ?? null;
  wiring.bind(Rails, () => ({ all, find }));
}

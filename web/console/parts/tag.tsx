import type { ReactNode } from "react";

type Tone = "good" | "bad" | "warn" | "note" | "quiet";

/** Colours of states, the same on every page. */
const TONES: Readonly<Record<string, Tone>> = {
  paid: "good",
  delivered: "good",
  succeeded: "good",
  open: "good",
  active: "good",
  enabled: "good",
  processed: "good",
  settled: "good",
  published: "good",
  healthy: "good",
  accepted: "good",
  failed: "bad",
  failing: "bad",
  disabled: "bad",
  cancelled: "bad",
  revoked: "bad",
  expired: "bad",
  mismatch: "bad",
  lost: "bad",
  pending: "warn",
  requested: "warn",
  manual: "warn",
  waiting: "warn",
  closing: "warn",
  expires: "warn",
  late: "warn",
  surplus: "warn",
  unmatched: "warn",
  suspended: "warn",
  queued: "warn",
  sent: "warn",
  mined: "warn",
  final: "good",
  committed: "note",
  scheduled: "note",
  drawn: "note",
  test: "note",
  live: "good",
};

/** Shows a state in its colour. */
export function Tag({
  state,
  tone,
  children,
}: {
  readonly state: string;
  readonly tone?: Tone | undefined;
  readonly children?: ReactNode;
}) {
  return (
    <span className={`tag tag-${tone ?? TONES[state] ?? "quiet"}`}>
      {children ?? state.replaceAll("_", " ")}
    </span>
  );
}

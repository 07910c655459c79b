import type { Schema } from "../../api/schemas.ts";
import { Time } from "../../parts/time.tsx";

/** Shows when a requested refund is attempted next. */
export function NextTry({ refund }: { readonly refund: Pick<Schema<"Refund">, "state" | "nextTryAt"> }) {
  const { state, nextTryAt } = refund;
  if (state !== "requested" || nextTryAt === null) return <span className="none">–</span>;
  if (new Date(nextTryAt).getTime() <= Date.now()) return <>as soon as the provider answers</>;
  return <Time at={nextTryAt} />;
}

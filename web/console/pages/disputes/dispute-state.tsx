import type { Schema } from "../../api/schemas.ts";
import { Tag } from "../../parts/tag.tsx";

type Dispute = Pick<Schema<"Dispute">, "stage" | "standing">;

const STATES = {
  open: ["warn", "open"],
  won: ["good", "won: money kept"],
  lost: ["bad", "lost: money taken back"],
  closed: ["quiet", "closed"],
} as const satisfies Readonly<Record<Dispute["standing"], readonly [tone: string, words: string]>>;

export const DISPUTE_STANDINGS = Object.keys(STATES) as Dispute["standing"][];

/** Shows the result of a dispute in its colour, with the provider's stage. */
export function DisputeState({ dispute: { stage, standing } }: { readonly dispute: Dispute }) {
  const [tone, words] = STATES[standing];
  return (
    <Tag state={standing} tone={tone}>
      {stage === standing ? words : `${words} (${stage.replaceAll("_", " ")})`}
    </Tag>
  );
}

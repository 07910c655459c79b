import type { Schema } from "../../api/schemas.ts";
import { Tag } from "../../parts/tag.tsx";

type Dispute = Pick<Schema<"Dispute">, "stage" | "standing">;

const TONES = { open: "warn", won: "good", lost: "bad", closed: "quiet" } as const;

export const DISPUTE_STANDINGS = Object.keys(TONES) as Dispute["standing"][];

/** Shows the provider's stage in the colour of the dispute's state. */
export function DisputeState({ dispute: { stage, standing } }: { readonly dispute: Dispute }) {
  return (
    <Tag state={standing} tone={TONES[standing]}>
      {stage === standing ? stage : `${standing}: ${stage.replaceAll("_", " ")}`}
    </Tag>
  );
}

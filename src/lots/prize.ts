import type { PrizeId } from "../shared/ids.ts";

export const CONDITIONS = ["new", "unworn", "excellent", "good"] as const;

export interface Prize {
  readonly id: PrizeId;
  readonly category: string;
  /** A prize has a name, or both brand and model. */
  readonly name: string | null;
  readonly brand: string | null;
  readonly model: string | null;
  readonly referenceNumber: string | null;
  readonly condition: (typeof CONDITIONS)[number];
  readonly yearManufactured: number | null;
  readonly retailValueCents: number;
  readonly description: string | null;
  readonly imageUrls: readonly string[];
  readonly createdAt: Date;
}

/** Returns whether a prize has a name, or both brand and model. Omitted fields are null or undefined. */
export function isNamed(prize: {
  readonly name?: string | null;
  readonly brand?: string | null;
  readonly model?: string | null;
}): boolean {
  const isPresent = (value?: string | null) => value !== undefined && value !== null;
  return isPresent(prize.name) || (isPresent(prize.brand) && isPresent(prize.model));
}

export type NewPrize = Omit<Prize, "id">;

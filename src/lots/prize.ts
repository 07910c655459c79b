export const CONDITIONS = ["new", "unworn", "excellent", "good"] as const;

/** What can be won. */
export interface Prize {
  readonly id: number;
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

export type NewPrize = Omit<Prize, "id">;

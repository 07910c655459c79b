import type { Schema } from "../../api/schemas.ts";
import { rateLines } from "./rates.ts";

export type Organisation = Schema<"Organisation">;

/** Returns the values of the form of an organisation. */
export function valuesOf(organisation: Organisation) {
  const { id: _id, slug: _slug, mode: _mode, createdAt: _at, theme, rates, ...settings } = organisation;
  return {
    ...settings,
    treasuryAddress: settings.treasuryAddress ?? "",
    // Sent as they are: the API takes an empty text for none.
    termsUrl: settings.termsUrl ?? "",
    privacyUrl: settings.privacyUrl ?? "",
    imprintUrl: settings.imprintUrl ?? "",
    supportEmail: settings.supportEmail ?? "",
    minimumAge: settings.minimumAge ?? "",
    rates: rateLines(rates),
    accent: theme.accent ?? "",
    logoUrl: theme.logoUrl ?? "",
  };
}

export type SettingsValues = ReturnType<typeof valuesOf>;

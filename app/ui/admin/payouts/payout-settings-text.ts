import { payoutSettings } from "#app/i18n/en/admin/payout-settings.ts";
import { merchantText, provideTexts } from "../../texts/use-text.ts";

provideTexts({ payoutSettings });

/** Texts of the payout settings. */
export const payoutSettingsText = merchantText("payoutSettings");

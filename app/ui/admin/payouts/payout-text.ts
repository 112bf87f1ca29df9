import { payouts } from "#app/i18n/en/admin/payouts.ts";
import { merchantText, provideTexts } from "../../texts/use-text.ts";

provideTexts({ payouts });

/** Texts of payouts. */
export const payoutText = merchantText("payouts");

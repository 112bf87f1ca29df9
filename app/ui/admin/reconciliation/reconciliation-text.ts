import { reconciliation } from "#app/i18n/en/admin/reconciliation.ts";
import { merchantText, provideTexts } from "../../texts/use-text.ts";

provideTexts({ reconciliation });

/** Texts of reconciliation. */
export const reconciliationText = merchantText("reconciliation");

import { shadow } from "#app/i18n/en/admin/shadow.ts";
import { merchantText, provideTexts } from "../../texts/use-text.ts";

provideTexts({ shadow });

/** Texts of shadow mode and its comparisons. */
export const shadowText = merchantText("shadow");

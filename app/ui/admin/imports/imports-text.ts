import { imports } from "#app/i18n/en/admin/imports.ts";
import { merchantText, provideTexts } from "../../texts/use-text.ts";

provideTexts({ imports });

/** Texts of imports. */
export const importsText = merchantText("imports");

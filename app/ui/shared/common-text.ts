import { common } from "#app/i18n/en/admin/common.ts";
import { merchantText, provideTexts } from "../texts/use-text.ts";

provideTexts({ common });

/** Texts of parts that every page may show. */
export const commonText = merchantText("common");

import { formatsIn } from "#app/i18n/formats.ts";
import type { ExplanationWriter } from "#app/i18n/reason-words.ts";
import { merchantTexts } from "#app/i18n/texts.ts";

/** Words of a merchant in the United States. */
export const words: ExplanationWriter = {
  t: merchantTexts("explanations"),
  formats: formatsIn("en-US"),
  timeZone: "UTC",
};

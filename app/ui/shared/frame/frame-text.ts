import type { TextFunction } from "#app/i18n/text-function.ts";
import { frame } from "#app/i18n/en/admin/frame.ts";
import { merchantText, provideTexts } from "../../texts/use-text.ts";

provideTexts({ frame });

/** Texts of the frame, which is around every page of merchants. */
export const frameText: TextFunction<"frame"> = merchantText("frame");

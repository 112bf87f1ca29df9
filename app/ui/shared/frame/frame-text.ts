import type { TFunction } from "i18next";
import { frame } from "#app/i18n/en/admin/frame.ts";
import { merchantText, provideTexts } from "../../texts/use-text.ts";

provideTexts({ frame });

/** Texts of the frame, which is around every page of merchants. */
export const frameText: TFunction<"frame"> = merchantText("frame");

import type { z } from "zod";
import type { customerAnswerWire } from "#app/contracts/privacy.ts";
import { merchantTexts } from "#app/i18n/texts.ts";

type CustomerAnswer = z.output<typeof customerAnswerWire>;

const t = merchantTexts("settings");

/** A customer's data from the stored JSON text, with a sentence about it. */
export function dataRequestAnswer(stored: string): CustomerAnswer {
  const data = JSON.parse(stored) as Omit<CustomerAnswer, "about">;
  return { ...data, about: t("privacy.requests.fileAbout") };
}

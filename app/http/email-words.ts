import type { EmailWire } from "#app/contracts/emails.ts";
import { isRefusal, type Refusal } from "#app/domain/refusal.ts";
import type { EmailSetting } from "#app/flows/emails/templates.ts";
import { merchantTexts } from "#app/i18n/texts.ts";

/** An email with its name, its occasion and its variables in words. */
export function wordedEmail(email: EmailSetting): EmailWire {
  const t = merchantTexts("emailWords");
  const { id, essential, texts, ...rest } = email;
  return {
    ...rest,
    id,
    title: t(`kinds.${id}.title`),
    about: t(`kinds.${id}.about`),
    essential: essential && t(`needs.${essential}`),
    texts: texts.map((text) => ({
      ...text,
      variables: text.variables.map((one) => ({ ...one, about: t(`variables.${one.name}`) })),
    })),
  };
}

/** An email in words, or the refusal that was answered instead. */
export async function wordedEmailAnswer(
  answer: Promise<EmailSetting | Refusal>,
): Promise<EmailWire | Refusal> {
  const email = await answer;
  return isRefusal(email) ? email : wordedEmail(email);
}

import type { EmailWire } from "#app/contracts/emails.ts";
import { emailKinds, switchOf, whyEssential } from "#app/domain/emails/kinds.ts";
import { type EmailSetting, variablesOf } from "#app/flows/emails/templates.ts";

/** A kind of email with its texts. */
export function emailToWire({ kind, isOn, texts }: EmailSetting): EmailWire {
  const { audience, group, title, about } = emailKinds[kind];
  const switched = switchOf(kind);
  return {
    id: kind,
    audience,
    group,
    title,
    about,
    enabled: isOn,
    essential: whyEssential(switched),
    digestOf: switched === kind ? null : switched,
    texts: texts.map(({ language, usual, own, fits, button }) => ({
      language,
      default: usual,
      custom: own,
      fits,
      button,
      variables: variablesOf(kind, language),
    })),
  };
}

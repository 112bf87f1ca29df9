import type { Language } from "../languages.ts";
import { type EmailKind, switchOf, whyEssential } from "./kinds.ts";
import { type EmailTemplate, fitsKind } from "./template.ts";

/** A text that a store wrote for one kind of email in one language. */
export type OwnTemplate = EmailTemplate & { readonly kind: string; readonly language: Language };

/** A store as its emails show it. */
export type EmailShop = {
  readonly name: string;
  /** Gets the answers to emails; null where the store has none. */
  readonly contactEmail: string | null;
  readonly templates: readonly OwnTemplate[];
  /** Kinds that the store turned off. */
  readonly off: readonly string[];
};

/** True for an email that the store wants to be sent. */
export function isOn({ off }: Pick<EmailShop, "off">, kind: EmailKind): boolean {
  const switched = switchOf(kind);
  return whyEssential(switched) !== null || !off.includes(switched);
}

/** The store's own text, or null where it has none or one that doesn't fit anymore. */
export function ownTemplate(
  { templates }: Pick<EmailShop, "templates">,
  kind: EmailKind,
  language: Language,
): EmailTemplate | null {
  const own = templates.find((one) => one.kind === kind && one.language === language);
  return own && fitsKind(kind, own) ? own : null;
}

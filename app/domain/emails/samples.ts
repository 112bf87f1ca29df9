import type { Language } from "../languages.ts";
import type { EmailKind } from "./kinds.ts";
import { emailVariables, type VariableName } from "./variables.ts";

type Samples = Partial<Record<VariableName, Readonly<Record<Language, string>>>>;

const declined: Samples = {
  message: {
    en: "We're looking for larger audiences right now.",
    de: "Wir suchen gerade größere Reichweiten.",
  },
};

/** Samples where the usual one doesn't fit what the email says. */
const samplesOfKinds: Partial<Record<EmailKind, Samples>> = {
  application_declined: declined,
  claim_accepted: { message: { en: "Thanks for telling us!", de: "Danke für den Hinweis!" } },
  claim_declined: {
    message: { en: "The customer used another code.", de: "Der Kunde hat einen anderen Code verwendet." },
  },
  terms_better: { changes: { en: "Coffee beans: 10% → 12%", de: "Coffee beans: 10 % → 12 %" } },
  claim_received: { news: { en: "2 new claims", de: "2 new claims" } },
  fraud_flag: {
    news: { en: "2 new fraud flags", de: "2 new fraud flags" },
    names: { en: "Self-referral and Fast checkout", de: "Self-referral and Fast checkout" },
  },
};

/** An example of what a variable is replaced with in an email. */
export function sampleOf(kind: EmailKind, name: VariableName, language: Language): string {
  return (samplesOfKinds[kind]?.[name] ?? emailVariables[name].sample)[language];
}

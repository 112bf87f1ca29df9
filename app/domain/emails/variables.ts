import type { Language } from "../languages.ts";

/**
 * `text`: one line written outside the app. `value`: a formatted amount, date, number or account. `sentence`:
 * a text of the app, which may be empty. `paragraphs`: several lines.
 */
export type VariableType = "text" | "value" | "sentence" | "paragraphs";

type Variable = {
  readonly type: VariableType;
  readonly sample: Readonly<Record<Language, string>>;
};

const always = (sample: string) => ({ en: sample, de: sample });

/** Every variable that some email's template may use, as `{name}`. */
export const emailVariables = {
  /** The reader, in emails to affiliates and applicants. */
  name: { type: "text", sample: always("Maya") },
  /** In emails to merchants. */
  affiliate: { type: "text", sample: always("Maya Lin") },
  shop: { type: "text", sample: always("Demo Store") },
  email: { type: "text", sample: always("maya@creators.example") },
  program: { type: "text", sample: always("Summer Program") },
  order: { type: "text", sample: always("#1042") },
  amount: { type: "value", sample: { en: "$19.35", de: "19,35 $" } },
  balance: { type: "value", sample: { en: "$32.25", de: "32,25 $" } },
  remaining: { type: "value", sample: { en: "$9.60", de: "9,60 $" } },
  count: { type: "value", sample: always("3") },
  date: { type: "value", sample: { en: "Mar 1, 2027", de: "01.03.2027" } },
  validity: {
    type: "value",
    sample: { en: "7 days", de: "7 Tage" },
  },
  account: {
    type: "value",
    sample: always("m...@creators.example"),
  },
  account_before: {
    type: "value",
    sample: always("m...@mail.example"),
  },
  replaced: {
    type: "sentence",
    sample: {
      en: "Until now, you were paid to m...@mail.example.",
      de: "Bisher wurdest du hierhin bezahlt: m...@mail.example.",
    },
  },
  news: { type: "value", sample: always("2 new applications") },
  names: { type: "text", sample: always("Maya Lin and Jo Park") },
  week: { type: "value", sample: always("Mar 1, 2027 – Mar 7, 2027") },
  orders: { type: "value", sample: always("12") },
  sales: { type: "value", sample: always("$1,548.00") },
  commissions: { type: "value", sample: always("$154.80") },
  new_affiliates: { type: "value", sample: always("4") },
  applications_waiting: { type: "value", sample: always("2") },
  to_do: { type: "value", sample: always("3") },
  method: { type: "value", sample: always("PayPal") },
  state: { type: "value", sample: always("Needs attention") },
  next: {
    type: "sentence",
    sample: always("PayPal isn't connected."),
  },
  skipped: {
    type: "sentence",
    sample: always("1 affiliate was skipped: no payout details."),
  },
  bonus: { type: "text", sample: always("10 orders") },
  rate: { type: "value", sample: { en: "20%", de: "20 %" } },
  code: { type: "text", sample: always("MAYA15") },
  code_before: { type: "text", sample: always("MAYA10") },
  month: { type: "value", sample: { en: "November 2026", de: "November 2026" } },
  message: {
    type: "paragraphs",
    sample: { en: "Welcome aboard!", de: "Schön, dass du dabei bist!" },
  },
  source: {
    type: "sentence",
    sample: {
      en: "order #1042 came through your link.",
      de: "Bestellung #1042 kam über deinen Link.",
    },
  },
  commission: {
    type: "value",
    sample: { en: "$19.35 (15% of $129.00)", de: "19,35 $ (15 % von 129,00 $)" },
  },
  tier: {
    type: "sentence",
    sample: {
      en: "$210.00 more this month and you earn 20%.",
      de: "Noch 210,00 $ in diesem Monat, und du verdienst 20 %.",
    },
  },
  next_payout: {
    type: "sentence",
    sample: {
      en: "Next payout: Dec 1 by PayPal.",
      de: "Nächste Auszahlung: 1. Dez. per PayPal.",
    },
  },
  approval: {
    type: "sentence",
    sample: {
      en: "It will be approved by Mar 1, 2027 unless the order is refunded.",
      de: "Sie wird bis 01.03.2027 freigegeben, wenn die Bestellung nicht erstattet wird.",
    },
  },
  cause: {
    type: "sentence",
    sample: { en: "order #1042 was refunded.", de: "Bestellung #1042 wurde erstattet." },
  },
  payment: {
    type: "sentence",
    sample: {
      en: "$19.35 is on its way to your PayPal account m...@creators.example.",
      de: "19,35 $ sind unterwegs zu deinem PayPal-Konto m...@creators.example.",
    },
  },
  covers: {
    type: "sentence",
    sample: { en: "It covers 2 commissions.", de: "Damit werden 2 Provisionen bezahlt." },
  },
  deducted: {
    type: "sentence",
    sample: {
      en: "Includes -$2.00 for refunds and adjustments.",
      de: "Darin enthalten sind -2,00 $ für Erstattungen und Korrekturen.",
    },
  },
  questions: {
    type: "sentence",
    sample: { en: "Questions? Reply to this email.", de: "Fragen? Antworte auf diese E-Mail." },
  },
  returned: {
    type: "sentence",
    sample: {
      en: "Demo Store couldn't pay you $19.35 to m...@creators.example.",
      de: "Demo Store konnte dir 19,35 $ an m...@creators.example nicht auszahlen.",
    },
  },
  reapply: {
    type: "sentence",
    sample: {
      en: "You can apply again after 90 days.",
      de: "Du kannst dich nach 90 Tagen wieder bewerben.",
    },
  },
  reason: {
    type: "sentence",
    sample: { en: "Reason: legal reasons.", de: "Grund: rechtliche Gründe." },
  },
  changes: {
    type: "paragraphs",
    sample: { en: "Coffee beans: 12% → 10%", de: "Coffee beans: 12 % → 10 %" },
  },
} as const satisfies Readonly<Record<string, Variable>>;

export type VariableName = keyof typeof emailVariables;

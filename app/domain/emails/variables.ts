import type { Language } from "../languages.ts";

/**
 * `text`: one line written outside the app. `value`: a formatted amount, date, number or account. `sentence`:
 * a text of the app, which may be empty. `paragraphs`: several lines.
 */
export type VariableType = "text" | "value" | "sentence" | "paragraphs";

type Variable = {
  readonly type: VariableType;
  /** For the person who edits a template. */
  readonly about: string;
  readonly sample: Readonly<Record<Language, string>>;
};

const always = (sample: string) => ({ en: sample, de: sample });

/** Every variable that some email's template may use, as `{name}`. */
export const emailVariables = {
  /** The reader, in emails to affiliates and applicants. */
  name: { type: "text", about: "The affiliate's first name", sample: always("Maya") },
  /** In emails to merchants. */
  affiliate: { type: "text", about: "The affiliate's name", sample: always("Maya Lin") },
  shop: { type: "text", about: "Your store's name", sample: always("Demo Store") },
  email: { type: "text", about: "The affiliate's email", sample: always("maya@creators.example") },
  program: { type: "text", about: "Name of the program", sample: always("Summer Program") },
  order: { type: "text", about: "Name of the order", sample: always("#1042") },
  amount: { type: "value", about: "The amount", sample: { en: "$19.35", de: "19,35 $" } },
  balance: { type: "value", about: "The affiliate's balance", sample: { en: "$32.25", de: "32,25 $" } },
  remaining: { type: "value", about: "Commission that remains", sample: { en: "$9.60", de: "9,60 $" } },
  count: { type: "value", about: "How many", sample: always("3") },
  date: { type: "value", about: "The date", sample: { en: "Mar 1, 2027", de: "01.03.2027" } },
  validity: {
    type: "value",
    about: "How long the link works",
    sample: { en: "7 days", de: "7 Tage" },
  },
  account: {
    type: "value",
    about: "The account, shown in part",
    sample: always("m...@creators.example"),
  },
  account_before: {
    type: "value",
    about: "The former account, shown in part",
    sample: always("m...@mail.example"),
  },
  replaced: {
    type: "sentence",
    about: "Where they were paid before, if anywhere",
    sample: {
      en: "Until now, you were paid to m...@mail.example.",
      de: "Bisher wurdest du hierhin bezahlt: m...@mail.example.",
    },
  },
  news: { type: "value", about: "How many came in", sample: always("2 new applications") },
  names: { type: "text", about: "Names of what came in", sample: always("Maya Lin and Jo Park") },
  week: { type: "value", about: "The days of the week", sample: always("Mar 1, 2027 – Mar 7, 2027") },
  orders: { type: "value", about: "Credited orders", sample: always("12") },
  sales: { type: "value", about: "Sales through affiliates", sample: always("$1,548.00") },
  commissions: { type: "value", about: "Commissions", sample: always("$154.80") },
  new_affiliates: { type: "value", about: "New affiliates", sample: always("4") },
  applications_waiting: { type: "value", about: "Applications that wait now", sample: always("2") },
  to_do: { type: "value", about: "Things on your to-do list now", sample: always("3") },
  method: { type: "value", about: "The payout method", sample: always("PayPal") },
  state: { type: "value", about: "The state of the payout", sample: always("Needs attention") },
  next: {
    type: "sentence",
    about: "Why the payout waits",
    sample: always("PayPal isn't connected."),
  },
  skipped: {
    type: "sentence",
    about: "Affiliates that a scheduled payout skipped, if any",
    sample: always("1 affiliate was skipped: no payout details."),
  },
  bonus: { type: "text", about: "Name of the bonus", sample: always("10 orders") },
  rate: { type: "value", about: "Rate of the tier", sample: { en: "20%", de: "20 %" } },
  code: { type: "text", about: "The discount code", sample: always("MAYA15") },
  code_before: { type: "text", about: "The former discount code", sample: always("MAYA10") },
  month: { type: "value", about: "The month", sample: { en: "November 2026", de: "November 2026" } },
  message: {
    type: "paragraphs",
    about: "The message that you wrote with the decision, if any",
    sample: { en: "Welcome aboard!", de: "Schön, dass du dabei bist!" },
  },
  source: {
    type: "sentence",
    about: "How the order was credited",
    sample: {
      en: "order #1042 came through your link.",
      de: "Bestellung #1042 kam über deinen Link.",
    },
  },
  commission: {
    type: "value",
    about: "The commission and how it's calculated",
    sample: { en: "$19.35 (15% of $129.00)", de: "19,35 $ (15 % von 129,00 $)" },
  },
  tier: {
    type: "sentence",
    about: "Progress to the next tier, if there is one",
    sample: {
      en: "$210.00 more this month and you earn 20%.",
      de: "Noch 210,00 $ in diesem Monat, und du verdienst 20 %.",
    },
  },
  next_payout: {
    type: "sentence",
    about: "The next payout, or why it waits",
    sample: {
      en: "Next payout: Dec 1 by PayPal.",
      de: "Nächste Auszahlung: 1. Dez. per PayPal.",
    },
  },
  approval: {
    type: "sentence",
    about: "When the commission is approved, if it isn't yet",
    sample: {
      en: "It will be approved by Mar 1, 2027 unless the order is refunded.",
      de: "Sie wird bis 01.03.2027 freigegeben, wenn die Bestellung nicht erstattet wird.",
    },
  },
  cause: {
    type: "sentence",
    about: "Why the commission changed",
    sample: { en: "order #1042 was refunded.", de: "Bestellung #1042 wurde erstattet." },
  },
  payment: {
    type: "sentence",
    about: "How the money is paid",
    sample: {
      en: "$19.35 is on its way to your PayPal account m...@creators.example.",
      de: "19,35 $ sind unterwegs zu deinem PayPal-Konto m...@creators.example.",
    },
  },
  covers: {
    type: "sentence",
    about: "How many commissions the payment covers",
    sample: { en: "It covers 2 commissions.", de: "Damit werden 2 Provisionen bezahlt." },
  },
  deducted: {
    type: "sentence",
    about: "Deductions in the payment, if any",
    sample: {
      en: "Includes -$2.00 for refunds and adjustments.",
      de: "Darin enthalten sind -2,00 $ für Erstattungen und Korrekturen.",
    },
  },
  questions: {
    type: "sentence",
    about: "Invites replies, if your store has a contact email",
    sample: { en: "Questions? Reply to this email.", de: "Fragen? Antworte auf diese E-Mail." },
  },
  returned: {
    type: "sentence",
    about: "Which payment didn't arrive",
    sample: {
      en: "Demo Store couldn't pay you $19.35 to m...@creators.example.",
      de: "Demo Store konnte dir 19,35 $ an m...@creators.example nicht auszahlen.",
    },
  },
  reapply: {
    type: "sentence",
    about: "When they can apply again",
    sample: {
      en: "You can apply again after 90 days.",
      de: "Du kannst dich nach 90 Tagen wieder bewerben.",
    },
  },
  reason: {
    type: "sentence",
    about: "The reason, if one is given",
    sample: { en: "Reason: legal reasons.", de: "Grund: rechtliche Gründe." },
  },
  changes: {
    type: "paragraphs",
    about: "The difference between the terms",
    sample: { en: "Coffee beans: 12% → 10%", de: "Coffee beans: 12 % → 10 %" },
  },
} as const satisfies Readonly<Record<string, Variable>>;

export type VariableName = keyof typeof emailVariables;

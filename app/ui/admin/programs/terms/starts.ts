import { freeId, type RuleDraft, type TermsDraft } from "./draft.ts";

export type Start = {
  readonly id: string;
  readonly label: string;
  readonly help: string;
  readonly apply: (terms: TermsDraft, currency: string) => TermsDraft;
};

/** Rules to begin with; each is laid over what is there. */
export const starts: readonly Start[] = [
  {
    id: "empty",
    label: "Empty rule",
    help: "Conditions and a pay of your own",
    apply: (terms) =>
      withRules(terms, [{ name: "New rule", when: { type: "all", of: [] }, pay: flatOf(terms) }]),
  },
  {
    id: "new-customers",
    label: "New customers pay differently",
    help: "Another pay for a customer's first order in the store",
    apply: (terms) =>
      withRules(terms, [
        {
          name: "New customers",
          when: { type: "all", of: [{ type: "customer", is: "new" }] },
          pay: { type: "percentage", percent: "15" },
        },
      ]),
  },
  {
    id: "subscriptions",
    label: "Subscriptions in a customer's first 3 orders, then less",
    help: "Two rules: for subscriptions in a customer's first three orders with the affiliate, and for all others",
    apply: (terms) =>
      withRules(terms, [
        {
          name: "Subscriptions in the first 3 orders",
          when: {
            type: "all",
            of: [
              { type: "purchase", is: "subscription" },
              { type: "customer-order", op: "at-most", count: "3" },
            ],
          },
          pay: { type: "percentage", percent: "20" },
        },
        {
          name: "Other subscriptions",
          when: { type: "all", of: [{ type: "purchase", is: "subscription" }] },
          pay: { type: "percentage", percent: "5" },
        },
      ]),
  },
  {
    id: "tiers",
    label: "Tiers by monthly sales",
    help: "Everything else pays more once sales of the month are reached",
    apply: (terms, currencyCode) => ({
      ...terms,
      commission: {
        type: "tiered",
        period: { type: "calendar", unit: "month" },
        below: flatOf(terms),
        steps: [
          {
            atLeast: { measure: "sales", amount: { amount: "1000", currencyCode } },
            pay: { type: "percentage", percent: "12" },
          },
          {
            atLeast: { measure: "sales", amount: { amount: "5000", currencyCode } },
            pay: { type: "percentage", percent: "15" },
          },
        ],
      },
    }),
  },
  {
    id: "leave-out",
    label: "Leave out products",
    help: "No commission for the products that you choose",
    apply: (terms) => ({
      ...terms,
      rules: [
        {
          id: freeId("rule", terms.rules),
          name: "Left out",
          when: { type: "any", of: [{ type: "product", op: "any-of", values: [] }] },
          pay: { type: "none" },
        },
        ...terms.rules,
      ],
    }),
  },
];

function withRules(terms: TermsDraft, added: readonly Omit<RuleDraft, "id">[]): TermsDraft {
  const rules = [...terms.rules];
  for (const rule of added) rules.push({ id: freeId("rule", rules), ...rule });
  return { ...terms, rules };
}

function flatOf({ commission }: TermsDraft) {
  return commission.type === "tiered" ? commission.below : commission;
}

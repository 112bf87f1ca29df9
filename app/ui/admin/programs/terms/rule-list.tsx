import { ActionList, BlockStack, Button, InlineError, Popover, Text } from "@shopify/polaris";
import { useEffect, useRef, useState } from "react";
import { ReorderList } from "../../../shared/reorder-list.tsx";
import { freeId, moved, replaced, type RuleDraft, type TermsDraft, without } from "./draft.ts";
import { useEditorCurrency, useFaultAt } from "./editor-context.ts";
import { RuleCard } from "./rule-card.tsx";

type Props = { terms: TermsDraft; onChange: (terms: TermsDraft) => void };

/** T1: rules in their order. The first one that matches a line pays for it. */
export function RuleList({ terms, onChange }: Props) {
  const { rules } = terms;
  const fault = useFaultAt("terms.rules");
  const set = (next: TermsDraft["rules"]) => onChange({ ...terms, rules: next });

  function item(rule: RuleDraft, index: number) {
    const name = rule.name.trim() === "" ? `Rule ${index + 1}` : rule.name;
    return {
      key: rule.id,
      name,
      actions: (
        <Button
          accessibilityLabel={`Remove ${name}`}
          tone="critical"
          onClick={() => set(without(rules, index))}
        >
          Remove
        </Button>
      ),
      content: (
        <RuleCard
          rule={rule}
          name={name}
          path={`terms.rules.${index}`}
          onChange={(next) => set(replaced(rules, index, next))}
        />
      ),
    };
  }

  return (
    <BlockStack gap="400">
      <Text as="p" tone="subdued">
        {rules.length === 0
          ? "No rules: everything pays what stands under Commission."
          : "Each line of an order is paid by the first rule that it meets."}
      </Text>
      {fault !== undefined && <InlineError fieldID="rules" message={fault} />}
      {rules.length > 0 && (
        <div id="rules">
          <ReorderList
            label="Rules in their order"
            items={rules.map(item)}
            onMove={(from, to) => set(moved(rules, from, to))}
          />
        </div>
      )}
      <AddRule terms={terms} onChange={onChange} />
    </BlockStack>
  );
}

/** Ready-made rules to add. The added rule gets the focus. */
function AddRule({ terms, onChange }: Props) {
  const currency = useEditorCurrency();
  const [isOpen, setOpen] = useState(false);
  const known = useRef(new Set(terms.rules.map((rule) => rule.id)));
  const ids = terms.rules.map((rule) => rule.id).join(" ");

  useEffect(() => {
    const fresh = ids.split(" ").find((id) => id !== "" && !known.current.has(id));
    known.current = new Set(ids.split(" "));
    if (fresh) document.getElementById(`rule-${fresh}`)?.querySelector("input")?.focus();
  }, [ids]);

  function begin(start: Start): void {
    setOpen(false);
    onChange(start.apply(terms, currency));
  }

  return (
    <div>
      <Popover
        active={isOpen}
        onClose={() => setOpen(false)}
        activator={
          <Button disclosure onClick={() => setOpen(!isOpen)} disabled={terms.rules.length >= 50}>
            Add rule
          </Button>
        }
      >
        <ActionList
          actionRole="menuitem"
          items={starts.map((start) => ({
            content: start.label,
            helpText: start.help,
            onAction: () => begin(start),
          }))}
        />
      </Popover>
    </div>
  );
}

type Start = {
  readonly id: string;
  readonly label: string;
  readonly help: string;
  readonly apply: (terms: TermsDraft, currency: string) => TermsDraft;
};

/** Ready-made rules. Each is added to the existing ones. */
const starts: readonly Start[] = [
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

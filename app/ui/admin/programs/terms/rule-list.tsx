import { ActionList, BlockStack, Button, InlineError, Popover, Text } from "@shopify/polaris";
import { useEffect, useRef, useState } from "react";
import { ReorderList } from "../../../shared/reorder-list.tsx";
import { moved, replaced, type RuleDraft, type TermsDraft, without } from "./draft.ts";
import { useEditorCurrency, useFaultAt } from "./editor-context.ts";
import { RuleCard } from "./rule-card.tsx";
import { type Start, starts } from "./starts.ts";

type Props = { terms: TermsDraft; onChange: (terms: TermsDraft) => void };

/** T1: the rules in their order; the first that a line meets pays for it. */
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

/** The ready-made beginnings; what was added last gets the focus. */
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

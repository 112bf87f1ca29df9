import { ActionList, BlockStack, Button, InlineError, Popover, Text } from "@shopify/polaris";
import { useEffect, useRef, useState } from "react";
import { moved, replaced, type TermsDraft, without } from "./draft.ts";
import { useEditorCurrency, useFaultAt } from "./editor-context.ts";
import { moveButtonId, RuleCard } from "./rule-card.tsx";
import { type Start, starts } from "./starts.ts";

type Props = { terms: TermsDraft; onChange: (terms: TermsDraft) => void };

/** T1: the rules in their order; the first that a line meets pays for it. */
export function RuleList({ terms, onChange }: Props) {
  const { rules } = terms;
  const fault = useFaultAt("terms.rules");
  const [told, setTold] = useState("");
  const order = rules.map((rule) => rule.id).join(" ");
  const mover = useRef<{ id: string; by: -1 | 1 } | null>(null);

  // A card that changes its place loses the focus, and at the end of the list its button cannot be pressed again.
  useEffect(() => {
    const { id, by } = mover.current ?? { id: "", by: 1 as const };
    mover.current = null;
    if (id === "") return;
    const atEnd = order.startsWith(`${id} `) || order.endsWith(` ${id}`);
    const back = by === -1 ? 1 : -1;
    document.getElementById(moveButtonId(id, atEnd ? back : by))?.focus();
  }, [order]);

  const set = (next: TermsDraft["rules"]) => onChange({ ...terms, rules: next });

  function move(index: number, by: -1 | 1): void {
    mover.current = { id: rules[index]?.id ?? "", by };
    set(moved(rules, index, by));
    setTold(`${rules[index]?.name ?? "The rule"} is now number ${index + by + 1} of ${rules.length}`);
  }

  return (
    <BlockStack gap="400">
      <Text as="p" tone="subdued">
        {rules.length === 0
          ? "No rules: everything pays what stands under Everything else."
          : "Each line of an order is paid by the first rule that it meets."}
      </Text>
      {fault !== undefined && <InlineError fieldID="rules" message={fault} />}
      {rules.length > 0 && (
        <ol className="editor-list" id="rules">
          {rules.map((rule, index) => (
            <RuleCard
              key={rule.id}
              rule={rule}
              index={index}
              count={rules.length}
              path={`terms.rules.${index}`}
              onChange={(next) => set(replaced(rules, index, next))}
              onMove={(by) => move(index, by)}
              onRemove={() => set(without(rules, index))}
            />
          ))}
        </ol>
      )}
      <div aria-live="polite" className="visually-hidden">
        {told}
      </div>
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

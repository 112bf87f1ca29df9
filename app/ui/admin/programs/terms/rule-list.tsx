import {
  ActionList,
  BlockStack,
  Button,
  Icon,
  InlineError,
  InlineStack,
  Popover,
  Text,
} from "@shopify/polaris";
import { DragHandleIcon, MenuHorizontalIcon } from "@shopify/polaris-icons";
import { useEffect, useRef, useState } from "react";
import { useDrag } from "../../../shared/reorder-list.tsx";
import { useText } from "../../../texts/use-text.ts";
import { payWords } from "../terms-text.ts";
import {
  baseRate,
  freeId,
  moved,
  newTest,
  replaced,
  type RuleDraft,
  type TermsDraft,
  without,
} from "./draft.ts";
import { fieldId, useEditorCurrency, useFaultAt } from "./editor-context.ts";
import { RuleCard } from "./rule-card.tsx";
import { nameOfRule, withGeneratedName } from "./rule-name.ts";

type Props = { terms: TermsDraft; onChange: (terms: TermsDraft) => void };

/** T1: rules in their order. The first one that matches a line pays for it. */
export function RuleList({ terms, onChange }: Props) {
  const t = useText("programs");
  const { rules, commission } = terms;
  const fault = useFaultAt("terms.rules");
  const [told, setTold] = useState("");
  const set = (next: RuleDraft[]) => onChange({ ...terms, rules: next });
  const drag = useDrag(move);

  function move(from: number, to: number): void {
    const rule = rules[from];
    if (!rule || from === to || to < 0 || to >= rules.length) return;
    set(moved(rules, from, to));
    setTold(t("rules.moved", { name: rule.name, place: to + 1, count: rules.length }));
    focusSoon(menuId(rule));
  }

  function remove(index: number): void {
    set(without(rules, index));
    focusSoon(addId);
  }

  return (
    <BlockStack gap="300">
      <Text as="p" tone="subdued">
        {commission.type === "tiered"
          ? t("rules.introTiers")
          : t("rules.intro", { rate: payWords(commission) })}
      </Text>
      {fault !== undefined && <InlineError fieldID="rules" message={fault} />}
      {rules.length > 0 && (
        <ol className="reorder-list" id="rules" aria-label={t("rules.list")}>
          {rules.map((rule, index) => (
            <li className="reorder-item" key={rule.id} {...drag.ofItem(index)}>
              <RuleItem
                rule={rule}
                index={index}
                isLast={index === rules.length - 1}
                handle={drag.ofHandle(index)}
                onChange={(next) => set(replaced(rules, index, withGeneratedName(rule, next)))}
                onMove={(by) => move(index, index + by)}
                onRemove={() => remove(index)}
              />
            </li>
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

const addId = "add-rule";
const menuId = ({ id }: RuleDraft): string => `rule-menu-${id}`;

/** The menu that was used is gone by then, and the rule may stand elsewhere. */
function focusSoon(id: string): void {
  requestAnimationFrame(() => document.getElementById(id)?.focus());
}

type ItemProps = {
  rule: RuleDraft;
  index: number;
  isLast: boolean;
  handle: ReturnType<ReturnType<typeof useDrag>["ofHandle"]>;
  onChange: (rule: RuleDraft) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
};

function RuleItem({ rule, index, isLast, handle, onChange, onMove, onRemove }: ItemProps) {
  const t = useText("programs");
  const [isRenaming, setRenaming] = useState(false);
  const name = rule.name.trim() || nameOfRule(rule);
  const path = `terms.rules.${index}`;
  function rename(): void {
    setRenaming(true);
    focusSoon(fieldId(`${path}.name`));
  }
  return (
    <BlockStack gap="300">
      <InlineStack align="space-between" blockAlign="center" gap="200" wrap={false}>
        <InlineStack blockAlign="center" gap="100" wrap={false}>
          {/* For the pointer only. The menu works for everybody. */}
          <span className="reorder-handle" aria-hidden {...handle}>
            <Icon source={DragHandleIcon} tone="subdued" />
          </span>
          <Text as="h3" variant="headingSm" breakWord>
            {name}
          </Text>
        </InlineStack>
        <Menu
          id={menuId(rule)}
          label={t("rules.menu", { name })}
          items={[
            { content: t("rules.moveUp"), disabled: index === 0, onAction: () => onMove(-1) },
            { content: t("rules.moveDown"), disabled: isLast, onAction: () => onMove(1) },
            { content: t("rules.rename"), onAction: rename },
            { content: t("rules.remove"), destructive: true, onAction: onRemove },
          ]}
        />
      </InlineStack>
      <RuleCard rule={rule} name={name} path={path} isRenaming={isRenaming} onChange={onChange} />
    </BlockStack>
  );
}

type MenuItem = { content: string; disabled?: boolean; destructive?: boolean; onAction: () => void };

type MenuProps = { id: string; label: string; items: MenuItem[] };

function Menu({ id, label, items }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover
      active={isOpen}
      onClose={() => setOpen(false)}
      preferredAlignment="right"
      activator={
        <Button
          id={id}
          icon={MenuHorizontalIcon}
          variant="tertiary"
          accessibilityLabel={label}
          onClick={() => setOpen(!isOpen)}
        />
      }
    >
      <ActionList actionRole="menuitem" onActionAnyItem={() => setOpen(false)} items={items} />
    </Popover>
  );
}

type Start = "exclude" | "products" | "newCustomers" | "scratch";
const starts: readonly Start[] = ["exclude", "products", "newCustomers", "scratch"];

/** Ready-made rules to add. The first field of the added rule gets the focus. */
function AddRule({ terms, onChange }: Props) {
  const t = useText("programs");
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
    onChange(withRule(terms, start, currency));
  }

  return (
    <div>
      <Popover
        active={isOpen}
        onClose={() => setOpen(false)}
        activator={
          <Button id={addId} disclosure onClick={() => setOpen(!isOpen)} disabled={terms.rules.length >= 50}>
            {t("rules.add")}
          </Button>
        }
      >
        <ActionList
          actionRole="menuitem"
          items={starts.map((start) => ({
            content: t(`rules.starts.${start}`),
            onAction: () => begin(start),
          }))}
        />
      </Popover>
    </div>
  );
}

const typedRate = { type: "percentage", percent: "" } as const;

/** The terms with a rule of that kind. Products to exclude come first, as the first matching rule applies. */
function withRule(terms: TermsDraft, start: Start, currency: string): TermsDraft {
  const test =
    start === "newCustomers" ? ({ type: "customer", is: "new" } as const) : newTest("product", currency);
  const pays = {
    exclude: { type: "none" } as const,
    products: typedRate,
    newCustomers: typedRate,
    scratch: baseRate(terms),
  };
  const added = {
    id: freeId("rule", terms.rules),
    when: { type: "all" as const, of: [test] },
    pay: pays[start],
  };
  const rule: RuleDraft = { ...added, name: nameOfRule(added) };
  return { ...terms, rules: start === "exclude" ? [rule, ...terms.rules] : [...terms.rules, rule] };
}

import { BlockStack, Button, InlineError, InlineStack, Select, Text, TextField } from "@shopify/polaris";
import { XIcon } from "@shopify/polaris-icons";
import { useText } from "../../../texts/use-text.ts";
import {
  asGroup,
  type ConditionDraft,
  goodsKinds,
  type GroupDraft,
  newTest,
  replaced,
  type RuleDraft,
  type TestDraft,
  type TestKind,
  testKinds,
  without,
} from "./draft.ts";
import { useEditedField, useEditorCurrency, useFaultAt, useItemKeys } from "./editor-context.ts";
import { GoodsField } from "./goods-field.tsx";
import { PayFields } from "./pay-fields.tsx";
import { CountField, MoneyField, ValuesField } from "./terms-fields.tsx";
import { TierFields } from "./tier-fields.tsx";

type Props = {
  rule: RuleDraft;
  name: string;
  path: string;
  isRenaming: boolean;
  onChange: (rule: RuleDraft) => void;
};

/** A rule: "If product is any of … earn …". */
export function RuleCard({ rule, name, path, isRenaming, onChange }: Props) {
  const t = useText("programs");
  const fault = useFaultAt(path);
  const nameField = useEditedField(`${path}.name`, `${path}.id`);
  const { pay } = rule;
  const setPay = (next: RuleDraft["pay"]) => onChange({ ...rule, pay: next });
  return (
    <fieldset className="plain-fieldset" aria-label={name} id={`rule-${rule.id}`}>
      <BlockStack gap="300">
        {fault !== undefined && <InlineError fieldID={`rule-${rule.id}`} message={fault} />}
        {(isRenaming || nameField.error !== undefined) && (
          <TextField
            label={t("rules.name")}
            value={rule.name}
            maxLength={120}
            autoComplete="off"
            onChange={(value) => onChange({ ...rule, name: value })}
            {...nameField}
          />
        )}
        <ConditionFields
          condition={rule.when}
          path={`${path}.when`}
          onChange={(when) => onChange({ ...rule, when })}
        />
        <div className="editor-row">
          <span className="editor-word">{t("rules.earn")}</span>
          <PayFields pay={pay} path={`${path}.pay`} onChange={setPay} />
        </div>
        {pay.type === "tiered" && (
          <TierFields pay={pay} path={`${path}.pay`} onChange={setPay} onFlat={setPay} />
        )}
      </BlockStack>
    </fieldset>
  );
}

/** Depth of nested groups that the API accepts. */
const deepest = 5;

type ConditionFieldsProps = {
  condition: ConditionDraft;
  path: string;
  onChange: (condition: ConditionDraft) => void;
};

/** T2: condition of a rule. The outermost group stays, even if empty. */
function ConditionFields({ condition, path, onChange }: ConditionFieldsProps) {
  const t = useText("programs");
  const group = asGroup(condition);
  return (
    <BlockStack gap="300">
      {group.of.length === 0 && (
        <Text as="p" tone="subdued">
          {t("rules.always")}
        </Text>
      )}
      {group.of.length > 1 && <MatchSelect group={group} onChange={onChange} />}
      <GroupParts condition={condition} path={path} depth={1} onChange={onChange} />
    </BlockStack>
  );
}

type PartsProps = ConditionFieldsProps & { depth: number; onRemove?: () => void };

/** Tests and groups of a condition, and buttons to add more. */
function GroupParts({ condition, path, depth, onChange, onRemove }: PartsProps) {
  const t = useText("programs");
  const currency = useEditorCurrency();
  const fault = useFaultAt(path);
  const group = asGroup(condition);
  const { keys, drop } = useItemKeys(group.of.length);
  const isGroup = "of" in condition;
  const set = (of: ConditionDraft[]) => onChange({ ...group, of });
  const addTest = () => set([...group.of, newTest("product", currency)]);
  const addGroup = () => set([...group.of, { type: "any", of: [newTest("product", currency)] }]);
  function remove(index: number): void {
    drop(index);
    set(without(group.of, index));
  }
  return (
    <>
      {fault !== undefined && isGroup && <InlineError fieldID={path} message={fault} />}
      {group.of.map((one, index) => (
        <GroupPart
          key={keys[index]}
          condition={one}
          // On the server a single test has no "of", so its errors have the path itself.
          path={isGroup ? `${path}.of.${index}` : path}
          depth={depth + 1}
          onChange={(next) => set(replaced(group.of, index, next))}
          onRemove={() => remove(index)}
        />
      ))}
      <InlineStack gap="300">
        <Button variant="plain" onClick={addTest}>
          {t("rules.addCondition")}
        </Button>
        {depth < deepest && (
          <Button variant="plain" onClick={addGroup}>
            {t("rules.addGroup")}
          </Button>
        )}
        {onRemove && (
          <Button variant="plain" tone="critical" onClick={onRemove}>
            {t("rules.removeGroup")}
          </Button>
        )}
      </InlineStack>
    </>
  );
}

function GroupPart({ condition, path, depth, onChange, onRemove }: Required<PartsProps>) {
  const t = useText("programs");
  if (!("of" in condition)) {
    return <TestRow test={condition} path={path} onChange={onChange} onRemove={onRemove} />;
  }
  return (
    <fieldset className="editor-part">
      <legend>{t("rules.group")}</legend>
      <BlockStack gap="300">
        <MatchSelect group={condition} onChange={onChange} />
        <GroupParts condition={condition} path={path} depth={depth} onChange={onChange} onRemove={onRemove} />
      </BlockStack>
    </fieldset>
  );
}

function MatchSelect({ group, onChange }: { group: GroupDraft; onChange: (group: GroupDraft) => void }) {
  const t = useText("programs");
  return (
    <div className="editor-row">
      <Select
        label={t("rules.match")}
        labelInline
        options={(["all", "any"] as const).map((value) => ({ value, label: t(`rules.${value}`) }))}
        value={group.type}
        onChange={(type) => onChange({ ...group, type: type as GroupDraft["type"] })}
      />
    </div>
  );
}

type TestRowProps = { test: TestDraft; path: string; onChange: (test: TestDraft) => void };

/** A test: its subject, comparison and values. */
function TestRow({ test, path, onRemove, onChange }: TestRowProps & { onRemove: () => void }) {
  const t = useText("programs");
  const currency = useEditorCurrency();
  const name = t(`tests.${test.type}`);
  return (
    <div className="editor-row">
      <span className="editor-word">{t("rules.if")}</span>
      <Select
        label={t("rules.condition")}
        labelHidden
        options={testKinds.map((value) => ({ value, label: t(`tests.${value}`) }))}
        value={test.type}
        onChange={(kind) => onChange(newTest(kind as TestKind, currency))}
        {...useEditedField(`${path}.type`)}
      />
      <ComparisonSelect test={test} onChange={onChange} />
      {!("is" in test) && (
        <div className="editor-grow">
          <ComparedWith test={test} path={path} onChange={onChange} />
        </div>
      )}
      <Button
        icon={XIcon}
        variant="tertiary"
        accessibilityLabel={t("rules.removeCondition", { name })}
        onClick={onRemove}
      />
    </div>
  );
}

const customers = ["new", "returning"] as const;
const purchases = ["subscription", "one-time"] as const;
const anyOrNone = ["any-of", "none-of"] as const;
const leastOrMost = ["at-least", "at-most"] as const;

function ComparisonSelect({ test, onChange }: Omit<TestRowProps, "path">) {
  const t = useText("programs");
  const hasState = "is" in test;
  const states = test.type === "customer" ? customers : purchases;
  const comparisons = "values" in test ? anyOrNone : leastOrMost;
  return (
    <Select
      label={t("rules.comparison")}
      labelHidden
      options={(hasState ? states : comparisons).map((value) => ({ value, label: t(`ops.${value}`) }))}
      value={hasState ? test.is : test.op}
      onChange={(chosen) => onChange({ ...test, [hasState ? "is" : "op"]: chosen })}
    />
  );
}

type ComparedProps = Omit<TestRowProps, "test"> & { test: Exclude<TestDraft, { is: unknown }> };

function ComparedWith({ test, path, onChange }: ComparedProps) {
  const t = useText("programs");
  const label = t(`tests.${test.type}`);
  if ("amount" in test) {
    return (
      <MoneyField
        label={label}
        labelHidden
        path={`${path}.amount`}
        value={test.amount}
        onChange={(amount) => onChange({ ...test, amount })}
      />
    );
  }
  if ("count" in test) {
    return (
      <CountField
        label={label}
        labelHidden
        count={test.count}
        path={`${path}.count`}
        onChange={(count) => onChange({ ...test, count })}
      />
    );
  }
  const goods = goodsKinds.find((kind) => kind === test.type);
  const setValues = (values: string[]) => onChange({ ...test, values });
  const shared = { label, labelHidden: true, path: `${path}.values`, onChange: setValues };
  if (goods) return <GoodsField {...shared} kind={goods} ids={test.values} />;
  const hint = test.type === "country" ? { placeholder: t("values.countryExample") } : {};
  return <ValuesField {...shared} {...hint} values={test.values} />;
}

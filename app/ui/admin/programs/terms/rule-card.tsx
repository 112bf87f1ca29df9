import {
  BlockStack,
  Button,
  FormLayout,
  InlineError,
  InlineStack,
  Select,
  Text,
  TextField,
} from "@shopify/polaris";
import {
  asGroup,
  type ConditionDraft,
  goodsKinds,
  type GroupDraft,
  labelOfKind,
  newTest,
  replaced,
  type RuleDraft,
  type TestDraft,
  type TestKind,
  testKinds,
  without,
} from "./draft.ts";
import { useEditorCurrency, useFaultAt, useFieldFault, useItemKeys } from "./editor-context.ts";
import { GoodsField } from "./goods-field.tsx";
import { MoneyField, ValuesField } from "./terms-fields.tsx";
import { PayPicker } from "./pay-picker.tsx";

type Props = {
  rule: RuleDraft;
  /** Name at its position, such as "Rule 2". */
  name: string;
  path: string;
  onChange: (rule: RuleDraft) => void;
};

/** A rule: name, condition and pay. */
export function RuleCard({ rule, name, path, onChange }: Props) {
  const fault = useFaultAt(path);
  return (
    <fieldset className="plain-fieldset" aria-label={name} id={`rule-${rule.id}`}>
      <BlockStack gap="400">
        {fault !== undefined && <InlineError fieldID={`rule-${rule.id}`} message={fault} />}
        <TextField
          label="Name of the rule"
          value={rule.name}
          maxLength={120}
          autoComplete="off"
          onChange={(value) => onChange({ ...rule, name: value })}
          {...useFieldFault(`${path}.name`, `${path}.id`)}
        />
        <ConditionFields
          condition={rule.when}
          path={`${path}.when`}
          onChange={(when) => onChange({ ...rule, when })}
        />
        <PayPicker pay={rule.pay} path={`${path}.pay`} onChange={(pay) => onChange({ ...rule, pay })} />
      </BlockStack>
    </fieldset>
  );
}

/** Depth of nested groups that the API accepts. */
const deepest = 5;

const joins = [
  { value: "all", label: "All of these hold" },
  { value: "any", label: "Any of these holds" },
];

type ConditionFieldsProps = {
  condition: ConditionDraft;
  path: string;
  onChange: (condition: ConditionDraft) => void;
};

/** T2: condition of a rule. The outermost group stays, even if empty. */
function ConditionFields({ condition, path, onChange }: ConditionFieldsProps) {
  const group = asGroup(condition);
  return (
    <fieldset className="plain-fieldset">
      <legend className="visually-hidden">Conditions</legend>
      <BlockStack gap="300">
        {group.of.length === 0 && (
          <Text as="p" tone="subdued">
            No condition: this rule pays for everything.
          </Text>
        )}
        {group.of.length > 1 && <JoinSelect group={group} onChange={onChange} />}
        <GroupParts condition={condition} path={path} depth={1} onChange={onChange} />
      </BlockStack>
    </fieldset>
  );
}

type PartsProps = ConditionFieldsProps & { depth: number; onRemove?: () => void };

/** Tests and groups of a condition, and buttons to add more. */
function GroupParts({ condition, path, depth, onChange, onRemove }: PartsProps) {
  const currency = useEditorCurrency();
  const fault = useFaultAt(path);
  const group = asGroup(condition);
  const { keys, drop } = useItemKeys(group.of.length);
  const isGroup = "of" in condition;
  const set = (of: ConditionDraft[]) => onChange({ ...group, of });
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
      <InlineStack gap="200">
        <Button onClick={() => set([...group.of, newTest("product", currency)])}>Add condition</Button>
        {depth < deepest && (
          <Button onClick={() => set([...group.of, { type: "any", of: [newTest("product", currency)] }])}>
            Add group
          </Button>
        )}
        {onRemove && (
          <Button tone="critical" variant="plain" onClick={onRemove}>
            Remove group
          </Button>
        )}
      </InlineStack>
    </>
  );
}

function GroupPart({ condition, path, depth, onChange, onRemove }: Required<PartsProps>) {
  if (!("of" in condition)) {
    return <TestRow test={condition} path={path} onChange={onChange} onRemove={onRemove} />;
  }
  return (
    <fieldset className="editor-part">
      <legend>Group</legend>
      <BlockStack gap="300">
        <JoinSelect group={condition} onChange={onChange} />
        <GroupParts condition={condition} path={path} depth={depth} onChange={onChange} onRemove={onRemove} />
      </BlockStack>
    </fieldset>
  );
}

function JoinSelect({ group, onChange }: { group: GroupDraft; onChange: (group: GroupDraft) => void }) {
  return (
    <Select
      label="Conditions"
      labelHidden
      options={joins}
      value={group.type}
      onChange={(type) => onChange({ ...group, type: type as GroupDraft["type"] })}
    />
  );
}

type TestRowProps = { test: TestDraft; path: string; onChange: (test: TestDraft) => void };

const kindOptions = testKinds.map(({ value, label }) => ({ value, label }));
const anyOrNone = [
  { value: "any-of", label: "is any of" },
  { value: "none-of", label: "is none of" },
];
const leastOrMost = [
  { value: "at-least", label: "is at least" },
  { value: "at-most", label: "is at most" },
];
const customers = [
  { value: "new", label: "is new" },
  { value: "returning", label: "is returning" },
];
const purchases = [
  { value: "subscription", label: "is a subscription" },
  { value: "one-time", label: "is one-time" },
];

/** A test: its subject, comparison and values. */
function TestRow({ test, path, onRemove, ...rest }: TestRowProps & { onRemove: () => void }) {
  const currency = useEditorCurrency();
  const { onChange } = rest;
  return (
    <BlockStack gap="200">
      <FormLayout>
        <FormLayout.Group condensed>
          <Select
            label="If"
            options={kindOptions}
            value={test.type}
            onChange={(kind) => onChange(newTest(kind as TestKind, currency))}
            {...useFieldFault(`${path}.type`)}
          />
          <HowSelect test={test} onChange={onChange} />
          {("amount" in test || "count" in test) && (
            <NumberField test={test} path={path} onChange={onChange} />
          )}
        </FormLayout.Group>
        {"values" in test && <ValuesOf test={test} path={path} onChange={onChange} />}
      </FormLayout>
      <div>
        <Button
          variant="plain"
          tone="critical"
          accessibilityLabel={`Remove condition: ${labelOfKind(test.type)}`}
          onClick={onRemove}
        >
          Remove condition
        </Button>
      </div>
    </BlockStack>
  );
}

function HowSelect({ test, onChange }: Omit<TestRowProps, "path">) {
  if ("is" in test) {
    return (
      <Select
        label="How"
        options={test.type === "customer" ? customers : purchases}
        value={test.is}
        onChange={(is) => onChange({ ...test, is } as TestDraft)}
      />
    );
  }
  return (
    <Select
      label="How"
      options={"values" in test ? anyOrNone : leastOrMost}
      value={test.op}
      onChange={(op) => onChange({ ...test, op } as TestDraft)}
    />
  );
}

type NumberProps = TestRowProps & { test: Extract<TestDraft, { amount: unknown } | { count: unknown }> };

function NumberField({ test, path, onChange }: NumberProps) {
  const label = labelOfKind(test.type);
  if ("amount" in test) {
    return (
      <MoneyField
        label={label}
        path={`${path}.amount`}
        value={test.amount}
        onChange={(amount) => onChange({ ...test, amount })}
      />
    );
  }
  return (
    <CountField
      label={label}
      count={test.count}
      path={`${path}.count`}
      onChange={(count) => onChange({ ...test, count })}
    />
  );
}

type ValuesProps = TestRowProps & { test: Extract<TestDraft, { values: unknown }> };

function ValuesOf({ test, path, onChange }: ValuesProps) {
  const goods = goodsKinds.find((kind) => kind === test.type);
  const setValues = (values: string[]) => onChange({ ...test, values });
  const shared = { label: labelOfKind(test.type), path: `${path}.values`, onChange: setValues };
  if (goods) return <GoodsField {...shared} kind={goods} ids={test.values} />;
  const hint = test.type === "country" ? { placeholder: "DE, US" } : {};
  return <ValuesField {...shared} {...hint} values={test.values} />;
}

type CountProps = { label: string; count: string; path: string; onChange: (count: string) => void };

function CountField({ label, count, path, onChange }: CountProps) {
  return (
    <TextField
      label={label}
      value={count}
      inputMode="numeric"
      autoComplete="off"
      onChange={onChange}
      {...useFieldFault(path)}
    />
  );
}

import { BlockStack, Button, FormLayout, Select, TextField } from "@shopify/polaris";
import type { TestDraft } from "./draft.ts";
import { useEditorCurrency, useFieldFault } from "./editor-context.ts";
import { GoodsField } from "./goods-field.tsx";
import { MoneyField } from "./money-field.tsx";
import { goodsKinds, labelOfKind, newTest, type TestKind, testKinds } from "./test-kinds.ts";
import { ValuesField } from "./values-field.tsx";

type Props = { test: TestDraft; path: string; onChange: (test: TestDraft) => void };

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

/** One test: what is asked, how, and with what it is compared. */
export function TestRow({ test, path, onRemove, ...rest }: Props & { onRemove: () => void }) {
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

function HowSelect({ test, onChange }: Omit<Props, "path">) {
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

type NumberProps = Props & { test: Extract<TestDraft, { amount: unknown } | { count: unknown }> };

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

type ValuesProps = Props & { test: Extract<TestDraft, { values: unknown }> };

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

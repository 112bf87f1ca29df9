import { BlockStack, Button, FormLayout, InlineStack, Select, Tag, TextField } from "@shopify/polaris";
import { type KeyboardEvent, useState } from "react";
import type { MoneyDraft, PeriodDraft, ThresholdDraft } from "./draft.ts";
import { useEditorCurrency, useFieldFault } from "./editor-context.ts";

type Props = {
  label: string;
  path: string;
  /** Other paths whose errors this field shows. */
  alsoAt?: string;
  value: MoneyDraft;
  onChange: (value: MoneyDraft) => void;
};

/** An amount in the shop's currency. M18: an amount in another currency is entered again, not converted. */
export function MoneyField({ label, path, alsoAt = path, value, onChange }: Props) {
  const currency = useEditorCurrency();
  return (
    <TextField
      label={label}
      value={value.currencyCode === currency ? value.amount : ""}
      suffix={currency}
      inputMode="decimal"
      autoComplete="off"
      onChange={(amount) => onChange({ amount, currencyCode: currency })}
      {...useFieldFault(path, alsoAt)}
    />
  );
}

type PeriodFieldsProps = {
  label: string;
  period: PeriodDraft;
  path: string;
  onChange: (period: PeriodDraft) => void;
};

const choices = [
  { value: "month", label: "In the calendar month" },
  { value: "quarter", label: "In the calendar quarter" },
  { value: "year", label: "In the calendar year" },
  { value: "rolling", label: "In the last days" },
  { value: "ever", label: "Of all time" },
];

/** T6: period of a threshold or a cap. */
export function PeriodFields({ label, period, path, onChange }: PeriodFieldsProps) {
  function choose(value: string) {
    if (value === "rolling") onChange({ type: "rolling", days: "30" });
    else if (value === "ever") onChange({ type: "ever" });
    else onChange({ type: "calendar", unit: value as "month" | "quarter" | "year" });
  }
  return (
    <FormLayout.Group condensed>
      <Select
        label={label}
        options={choices}
        value={period.type === "calendar" ? period.unit : period.type}
        onChange={choose}
      />
      {period.type === "rolling" && <DaysField period={period} path={path} onChange={onChange} />}
    </FormLayout.Group>
  );
}

type DaysProps = { period: Extract<PeriodDraft, { type: "rolling" }> } & Pick<
  PeriodFieldsProps,
  "path" | "onChange"
>;

function DaysField({ period, path, onChange }: DaysProps) {
  return (
    <TextField
      label="Days"
      value={period.days}
      inputMode="numeric"
      autoComplete="off"
      onChange={(days) => onChange({ ...period, days })}
      {...useFieldFault(`${path}.days`, path)}
    />
  );
}

type ThresholdFieldsProps = {
  threshold: ThresholdDraft;
  path: string;
  onChange: (threshold: ThresholdDraft) => void;
};

const measures = [
  { value: "orders", label: "From a number of orders" },
  { value: "sales", label: "From net sales of" },
];

/** Fields of a threshold. */
export function ThresholdFields({ threshold, path, onChange }: ThresholdFieldsProps) {
  const currency = useEditorCurrency();
  return (
    <FormLayout.Group condensed>
      <Select
        label="Reached"
        options={measures}
        value={threshold.measure}
        onChange={(measure) => onChange(newThreshold(measure, currency))}
      />
      {threshold.measure === "sales" ? (
        <MoneyField
          label="Net sales"
          path={path}
          value={threshold.amount}
          onChange={(amount) => onChange({ measure: "sales", amount })}
        />
      ) : (
        <CountField count={threshold.count} path={path} onChange={onChange} />
      )}
    </FormLayout.Group>
  );
}

function newThreshold(measure: string, currencyCode: string): ThresholdDraft {
  return measure === "sales"
    ? { measure: "sales", amount: { amount: "", currencyCode } }
    : { measure: "orders", count: "" };
}

function CountField({
  count,
  path,
  onChange,
}: { count: string } & Pick<ThresholdFieldsProps, "path" | "onChange">) {
  return (
    <TextField
      label="Orders"
      value={count}
      inputMode="numeric"
      autoComplete="off"
      onChange={(value) => onChange({ measure: "orders", count: value })}
      {...useFieldFault(path)}
    />
  );
}

type ValuesFieldProps = {
  label: string;
  values: readonly string[];
  path: string;
  placeholder?: string;
  onChange: (values: string[]) => void;
};

/** A list of texts. Enter, a comma or leaving the field adds one. */
export function ValuesField({ label, values, path, placeholder, onChange }: ValuesFieldProps) {
  const [text, setText] = useState("");

  function add(given: string): void {
    const added = given.split(",").map((one) => one.trim());
    const fresh = added.filter((one) => one !== "" && !values.includes(one));
    setText("");
    if (fresh.length > 0) onChange([...values, ...new Set(fresh)]);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== "Enter") return;
    // Enter adds the value. By default it would submit the whole form.
    event.preventDefault();
    add(text);
  }

  return (
    <BlockStack gap="200">
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it only listens to the field in it */}
      <div onKeyDown={onKeyDown}>
        <TextField
          label={label}
          value={text}
          autoComplete="off"
          onChange={(value) => (value.endsWith(",") ? add(value) : setText(value))}
          onBlur={() => add(text)}
          connectedRight={<Button onClick={() => add(text)}>Add</Button>}
          {...(placeholder !== undefined && { placeholder })}
          {...useFieldFault(path)}
        />
      </div>
      {values.length > 0 && (
        <InlineStack gap="100">
          {values.map((value) => (
            <Tag key={value} onRemove={() => onChange(values.filter((one) => one !== value))}>
              {value}
            </Tag>
          ))}
        </InlineStack>
      )}
    </BlockStack>
  );
}

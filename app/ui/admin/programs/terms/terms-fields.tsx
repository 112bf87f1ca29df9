import { BlockStack, Button, FormLayout, InlineStack, Select, Tag, TextField } from "@shopify/polaris";
import { type KeyboardEvent, useState } from "react";
import type { MoneyDraft, PeriodDraft, ThresholdDraft } from "./draft.ts";
import { useText } from "../../../texts/use-text.ts";
import { useEditedField, useEditorCurrency } from "./editor-context.ts";

type Props = {
  label: string;
  labelHidden?: boolean;
  path: string;
  /** Other paths whose errors this field shows. */
  alsoAt?: string;
  value: MoneyDraft;
  onChange: (value: MoneyDraft) => void;
};

/** An amount in the shop's currency. M18: an amount in another currency is entered again, not converted. */
export function MoneyField({ label, labelHidden = false, path, alsoAt = path, value, onChange }: Props) {
  const currency = useEditorCurrency();
  return (
    <TextField
      label={label}
      labelHidden={labelHidden}
      value={value.currencyCode === currency ? value.amount : ""}
      suffix={currency}
      inputMode="decimal"
      autoComplete="off"
      onChange={(amount) => onChange({ amount, currencyCode: currency })}
      {...useEditedField(path, alsoAt)}
    />
  );
}

type PeriodFieldsProps = {
  label: string;
  period: PeriodDraft;
  path: string;
  onChange: (period: PeriodDraft) => void;
};

const periods = ["month", "quarter", "year", "rolling", "ever"] as const;

/** T6: period of tiers or a cap. */
export function PeriodFields({ label, period, path, onChange }: PeriodFieldsProps) {
  const t = useText("programs");
  function choose(value: string) {
    if (value === "rolling") onChange({ type: "rolling", days: "30" });
    else if (value === "ever") onChange({ type: "ever" });
    else onChange({ type: "calendar", unit: value as "month" | "quarter" | "year" });
  }
  return (
    <>
      <Select
        label={label}
        options={periods.map((value) => ({ value, label: t(`tiers.periods.${value}`) }))}
        value={period.type === "calendar" ? period.unit : period.type}
        onChange={choose}
      />
      {period.type === "rolling" && <DaysField period={period} path={path} onChange={onChange} />}
    </>
  );
}

type DaysProps = { period: Extract<PeriodDraft, { type: "rolling" }> } & Pick<
  PeriodFieldsProps,
  "path" | "onChange"
>;

function DaysField({ period, path, onChange }: DaysProps) {
  const t = useText("programs");
  return (
    <TextField
      label={t("tiers.days")}
      value={period.days}
      inputMode="numeric"
      autoComplete="off"
      onChange={(days) => onChange({ ...period, days })}
      {...useEditedField(`${path}.days`, path)}
    />
  );
}

type ThresholdFieldsProps = {
  threshold: ThresholdDraft;
  path: string;
  onChange: (threshold: ThresholdDraft) => void;
};

/** Threshold to reach: net sales or a number of orders. */
export function ThresholdFields({ threshold, path, onChange }: ThresholdFieldsProps) {
  const t = useText("programs");
  const currency = useEditorCurrency();
  return (
    <FormLayout.Group condensed>
      <Select
        label={t("bonuses.reached")}
        options={(["orders", "sales"] as const).map((value) => ({ value, label: t(`tiers.${value}`) }))}
        value={threshold.measure}
        onChange={(measure) => onChange(newThreshold(measure, currency))}
      />
      {threshold.measure === "sales" ? (
        <MoneyField
          label={t("bonuses.sales")}
          path={path}
          value={threshold.amount}
          onChange={(amount) => onChange({ measure: "sales", amount })}
        />
      ) : (
        <CountField
          label={t("bonuses.orders")}
          path={path}
          count={threshold.count}
          onChange={(count) => onChange({ measure: "orders", count })}
        />
      )}
    </FormLayout.Group>
  );
}

function newThreshold(measure: string, currencyCode: string): ThresholdDraft {
  return measure === "sales"
    ? { measure: "sales", amount: { amount: "", currencyCode } }
    : { measure: "orders", count: "" };
}

type CountProps = {
  label: string;
  labelHidden?: boolean;
  path: string;
  count: string;
  onChange: (count: string) => void;
};

/** A whole number. */
export function CountField({ label, labelHidden = false, path, count, onChange }: CountProps) {
  return (
    <TextField
      label={label}
      labelHidden={labelHidden}
      value={count}
      inputMode="numeric"
      autoComplete="off"
      onChange={onChange}
      {...useEditedField(path)}
    />
  );
}

type ValuesFieldProps = {
  label: string;
  labelHidden?: boolean;
  values: readonly string[];
  path: string;
  placeholder?: string;
  onChange: (values: string[]) => void;
};

/** A list of texts. Enter, a comma or leaving the field adds one. */
export function ValuesField({
  label,
  labelHidden = false,
  values,
  path,
  placeholder,
  onChange,
}: ValuesFieldProps) {
  const t = useText("programs");
  const { onBlur, ...field } = useEditedField(path);
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
          labelHidden={labelHidden}
          value={text}
          autoComplete="off"
          onChange={(value) => (value.endsWith(",") ? add(value) : setText(value))}
          onBlur={() => {
            add(text);
            onBlur();
          }}
          connectedRight={<Button onClick={() => add(text)}>{t("values.add")}</Button>}
          {...(placeholder !== undefined && { placeholder })}
          {...field}
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

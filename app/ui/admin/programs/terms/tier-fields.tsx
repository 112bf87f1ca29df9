import { BlockStack, Button, InlineError, InlineStack, Select, Text } from "@shopify/polaris";
import { PlusIcon, XIcon } from "@shopify/polaris-icons";
import { useEffect, useRef } from "react";
import { useText } from "../../../texts/use-text.ts";
import { payWords } from "../terms-text.ts";
import { type FlatPayDraft, newTier, replaced, type TieredDraft, type TierDraft, without } from "./draft.ts";
import { fieldId, useEditorCurrency, useFaultAt, useItemKeys } from "./editor-context.ts";
import { RateFields } from "./pay-fields.tsx";
import { CountField, MoneyField, PeriodFields } from "./terms-fields.tsx";

type Props = {
  pay: TieredDraft;
  path: string;
  onChange: (pay: TieredDraft) => void;
  /** Removes the last tier, after which one rate is left. */
  onFlat: (below: FlatPayDraft) => void;
};

const most = 20;

/** T6: the tiers above a rate, and what they count. */
export function TierFields({ pay, path, onChange, onFlat }: Props) {
  const t = useText("programs");
  const currency = useEditorCurrency();
  const { steps } = pay;
  const fault = useFaultAt(`${path}.steps`);
  const { keys, drop } = useItemKeys(steps.length);
  useFocusOnNew(steps.length, path);
  const setStep = (index: number, step: TierDraft) =>
    onChange({ ...pay, steps: replaced(steps, index, step) });

  function remove(index: number): void {
    if (steps.length === 1) return onFlat(pay.below);
    drop(index);
    onChange({ ...pay, steps: without(steps, index) });
  }

  return (
    <BlockStack gap="300">
      <div className="editor-row">
        <MeasureSelect steps={steps} onChange={(changed) => onChange({ ...pay, steps: changed })} />
        <PeriodFields
          label={t("tiers.period")}
          period={pay.period}
          path={`${path}.period`}
          onChange={(period) => onChange({ ...pay, period })}
        />
      </div>
      {fault !== undefined && <InlineError fieldID={`${path}.steps`} message={fault} />}
      <Text as="p">{t("tiers.baseValue", { rate: payWords(pay.below) })}</Text>
      {steps.map((step, index) => (
        <TierRow
          key={keys[index]}
          step={step}
          number={index + 1}
          path={`${path}.steps.${index}`}
          onChange={(next) => setStep(index, next)}
          onRemove={() => remove(index)}
        />
      ))}
      <InlineStack gap="300" blockAlign="center">
        <Button
          icon={PlusIcon}
          onClick={() => onChange({ ...pay, steps: [...steps, newTier(pay.below, steps.at(-1), currency)] })}
          disabled={steps.length >= most}
        >
          {t("tiers.add")}
        </Button>
        <Text as="span" tone="subdued">
          {t("tiers.help")}
        </Text>
      </InlineStack>
    </BlockStack>
  );
}

type MeasureProps = { steps: TierDraft[]; onChange: (steps: TierDraft[]) => void };

/** All tiers count the same. */
function MeasureSelect({ steps, onChange }: MeasureProps) {
  const t = useText("programs");
  const currencyCode = useEditorCurrency();
  function choose(measure: string) {
    onChange(
      steps.map((step) => ({
        ...step,
        atLeast:
          measure === "sales"
            ? { measure: "sales", amount: { amount: "", currencyCode } }
            : { measure: "orders", count: "" },
      })),
    );
  }
  return (
    <Select
      label={t("tiers.count")}
      options={(["sales", "orders"] as const).map((value) => ({ value, label: t(`tiers.${value}`) }))}
      value={steps[0]?.atLeast.measure ?? "sales"}
      onChange={choose}
    />
  );
}

type RowProps = {
  step: TierDraft;
  number: number;
  path: string;
  onChange: (step: TierDraft) => void;
  onRemove: () => void;
};

/** "From $100: 15%". */
function TierRow({ step, number, path, onChange, onRemove }: RowProps) {
  const t = useText("programs");
  return (
    <fieldset className="plain-fieldset editor-row" aria-label={t("tiers.tier", { number })}>
      <span className="editor-word">{t("tiers.from")}</span>
      <TierLevel step={step} number={number} path={`${path}.atLeast`} onChange={onChange} />
      <span className="editor-word">{t("tiers.earn")}</span>
      <RateFields
        label={t("pay.kind")}
        labelHidden
        pay={step.pay}
        path={`${path}.pay`}
        onChange={(pay) => onChange({ ...step, pay })}
      />
      <Button
        icon={XIcon}
        variant="tertiary"
        accessibilityLabel={t("tiers.remove", { number })}
        onClick={onRemove}
      />
    </fieldset>
  );
}

function TierLevel({ step, number, path, onChange }: Omit<RowProps, "onRemove">) {
  const t = useText("programs");
  const { atLeast } = step;
  if (atLeast.measure === "sales") {
    return (
      <MoneyField
        label={t("tiers.fromSales", { number })}
        labelHidden
        path={path}
        value={atLeast.amount}
        onChange={(amount) => onChange({ ...step, atLeast: { measure: "sales", amount } })}
      />
    );
  }
  return (
    <CountField
      label={t("tiers.fromOrders", { number })}
      labelHidden
      path={path}
      count={atLeast.count}
      onChange={(count) => onChange({ ...step, atLeast: { measure: "orders", count } })}
    />
  );
}

/** An added tier gets the focus, as it is to be filled in. */
function useFocusOnNew(count: number, path: string): void {
  const known = useRef<number | null>(null);
  useEffect(() => {
    const isAdded = known.current === null ? isEmptyTier(path) : count > known.current;
    known.current = count;
    if (isAdded) document.getElementById(fieldId(`${path}.steps.${count - 1}.atLeast`))?.focus();
  }, [count, path]);
}

/** True for tiers that were begun just now. */
function isEmptyTier(path: string): boolean {
  const first = document.getElementById(fieldId(`${path}.steps.0.atLeast`));
  return first instanceof HTMLInputElement && first.value === "";
}

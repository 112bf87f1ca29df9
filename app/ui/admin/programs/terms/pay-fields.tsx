import { Select, TextField } from "@shopify/polaris";
import { useText } from "../../../texts/use-text.ts";
import { type FlatPayDraft, payAs, type PayDraft, tiersOf } from "./draft.ts";
import { useEditedField, useEditorCurrency } from "./editor-context.ts";
import { MoneyField } from "./terms-fields.tsx";

const flatKinds = ["percentage", "fixed", "per-item", "none"] as const;
const allKinds = [...flatKinds, "tiered"] as const;

type RateProps = {
  label: string;
  labelHidden?: boolean;
  pay: FlatPayDraft;
  path: string;
  onChange: (pay: FlatPayDraft) => void;
};

/** Type and value of a rate. */
export function RateFields({ label, labelHidden = false, pay, path, onChange }: RateProps) {
  const t = useText("programs");
  const currency = useEditorCurrency();
  return (
    <>
      <Select
        label={label}
        labelHidden={labelHidden}
        options={flatKinds.map((value) => ({ value, label: t(`pay.kinds.${value}`) }))}
        value={pay.type}
        onChange={(kind) => onChange(payAs(kind as FlatPayDraft["type"], pay, currency))}
      />
      <RateValue pay={pay} path={path} labelHidden onChange={onChange} />
    </>
  );
}

type PayProps = { pay: PayDraft; path: string; onChange: (pay: PayDraft) => void };

/** Type and value of what a rule earns, which may be tiers. Their fields are elsewhere. */
export function PayFields({ pay, path, onChange }: PayProps) {
  const t = useText("programs");
  const currency = useEditorCurrency();
  function choose(kind: string) {
    const flat = pay.type === "tiered" ? pay.below : pay;
    if (kind === "tiered") onChange(tiersOf(flat, currency));
    else onChange(payAs(kind as FlatPayDraft["type"], flat, currency));
  }
  return (
    <>
      <Select
        label={t("rules.earn")}
        labelHidden
        options={allKinds.map((value) => ({ value, label: t(`pay.kinds.${value}`) }))}
        value={pay.type}
        onChange={choose}
      />
      {pay.type !== "tiered" && <RateValue pay={pay} path={path} labelHidden onChange={onChange} />}
    </>
  );
}

type ValueProps = { pay: FlatPayDraft; path: string; labelHidden: boolean; onChange: RateProps["onChange"] };

/** Renders nothing for "No commission". */
function RateValue({ pay, path, labelHidden, onChange }: ValueProps) {
  const t = useText("programs");
  if (pay.type === "none") return null;
  if (pay.type === "percentage") {
    return <PercentField percent={pay.percent} path={path} labelHidden={labelHidden} onChange={onChange} />;
  }
  return (
    <MoneyField
      label={pay.type === "fixed" ? t("pay.amountPerOrder") : t("pay.amountPerItem")}
      labelHidden={labelHidden}
      path={`${path}.amount`}
      alsoAt={path}
      value={pay.amount}
      onChange={(amount) => onChange({ ...pay, amount })}
    />
  );
}

function PercentField({
  percent,
  path,
  labelHidden,
  onChange,
}: { percent: string } & Omit<ValueProps, "pay">) {
  const t = useText("programs");
  return (
    <TextField
      label={t("pay.percent")}
      labelHidden={labelHidden}
      value={percent}
      suffix="%"
      inputMode="decimal"
      autoComplete="off"
      onChange={(value) => onChange({ type: "percentage", percent: value })}
      {...useEditedField(`${path}.percent`, path)}
    />
  );
}

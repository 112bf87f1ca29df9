import { FormLayout, RadioButton, TextField } from "@shopify/polaris";
import { fieldError, type FormRefusal } from "../../shared/field-errors.ts";
import type { TermsDraft } from "./terms/draft.ts";

type Props = { terms: TermsDraft; refusal: FormRefusal | null; currency: string };

const kinds = [
  { value: "percentage", label: "Percentage of the order" },
  { value: "fixed", label: "Fixed amount per order" },
  { value: "per-item", label: "Fixed amount per item" },
  { value: "none", label: "No commission" },
];

const unchanged = () => undefined;

/**
 * What can be said of terms without a script: the fallback and the days. Rules, limits and bonuses stay as they are,
 * and tiers stay where nothing else is chosen. It stands inside noscript, so nothing in it ever changes.
 */
export function PlainTermsFields({ terms, refusal, currency }: Props) {
  const { commission } = terms;
  const isTiered = commission.type === "tiered";
  const percent = commission.type === "percentage" ? commission.percent : "";
  const amount = "amount" in commission ? commission.amount.amount : "";
  function field(name: string, ...paths: string[]) {
    const error = [name, ...paths]
      .map((path) => fieldError(refusal, path))
      .find((text) => text !== undefined);
    return {
      id: `plain-${name}`,
      name,
      autoComplete: "off",
      onChange: unchanged,
      ...(error !== undefined && { error }),
    };
  }
  return (
    <FormLayout>
      <fieldset className="plain-fieldset">
        <legend>Commission</legend>
        {[...kinds, ...(isTiered ? [{ value: "tiered", label: "Tiers, as they are" }] : [])].map((kind) => (
          <div key={kind.value}>
            <RadioButton
              id={`plain-commissionType-${kind.value}`}
              name="commissionType"
              value={kind.value}
              label={kind.label}
              checked={commission.type === kind.value}
              onChange={unchanged}
            />
          </div>
        ))}
      </fieldset>
      <FormLayout.Group>
        <TextField
          {...field("percent", "terms.commission.percent", "terms.commission")}
          label="Percentage"
          suffix="%"
          value={percent}
        />
        <TextField
          {...field("amount", "terms.commission.amount")}
          label="Amount"
          suffix={currency}
          value={amount}
        />
      </FormLayout.Group>
      <FormLayout.Group>
        <TextField
          {...field("attributionDays", "terms.attributionDays")}
          label="Days that clicks count"
          value={terms.attributionDays}
        />
        <TextField
          {...field("holdDays", "terms.holdDays")}
          label="Approval period in days"
          value={terms.holdDays}
        />
      </FormLayout.Group>
    </FormLayout>
  );
}

import { FormLayout, RadioButton, TextField } from "@shopify/polaris";
import { fieldError, type FormRefusal } from "../../shared/field-errors.ts";
import type { ProgramField, ProgramValues } from "./program-values.ts";

type Props = {
  values: ProgramValues;
  refusal: FormRefusal | null;
  currency: string;
  onChange: (change: Partial<ProgramValues>) => void;
};

/** Where the server says it by the path of the API's body, the form has one flat field. */
const paths: Record<ProgramField, readonly string[]> = {
  name: ["name"],
  description: ["description"],
  commissionType: ["commissionType"],
  percent: ["percent", "terms.commission.percent", "terms.commission"],
  amount: ["amount", "terms.commission.amount", "terms.commission"],
  attributionDays: ["attributionDays", "terms.attributionDays"],
  holdDays: ["holdDays", "terms.holdDays"],
};

/** Every path that is shown at a field, so that the banner does not repeat it. */
export const shownPaths = Object.values(paths).flat();

/** What a program is and pays. */
export function ProgramFields({ values, refusal, currency, onChange }: Props) {
  function field(name: ProgramField) {
    const error = paths[name].map((path) => fieldError(refusal, path)).find((text) => text !== undefined);
    return {
      id: `program-${name}`,
      name,
      value: values[name],
      autoComplete: "off",
      onChange: (value: string) => onChange({ [name]: value }),
      ...(error !== undefined && { error }),
    };
  }
  const isFixed = values.commissionType === "fixed";
  const { error: percentError, ...percent } = field("percent");
  const { error: amountError, ...amount } = field("amount");
  return (
    <FormLayout>
      <TextField {...field("name")} label="Program name" requiredIndicator maxLength={120} />
      <TextField
        {...field("description")}
        label="Description"
        multiline={3}
        maxLength={2000}
        helpText="What affiliates should know about it."
      />
      <fieldset className="plain-fieldset">
        <legend>Commission</legend>
        <FormLayout.Group>
          <div>
            <RadioButton
              id="program-commissionType-percentage"
              name="commissionType"
              value="percentage"
              label="Percentage of the order"
              checked={!isFixed}
              onChange={() => onChange({ commissionType: "percentage" })}
            />
            <TextField
              {...percent}
              {...(!isFixed && percentError !== undefined && { error: percentError })}
              label="Percentage"
              labelHidden
              suffix="%"
              inputMode="decimal"
              onChange={(value) => onChange({ percent: value, commissionType: "percentage" })}
            />
          </div>
          <div>
            <RadioButton
              id="program-commissionType-fixed"
              name="commissionType"
              value="fixed"
              label="Fixed amount per order"
              checked={isFixed}
              onChange={() => onChange({ commissionType: "fixed" })}
            />
            <TextField
              {...amount}
              {...(isFixed && amountError !== undefined && { error: amountError })}
              label="Amount per order"
              labelHidden
              suffix={currency}
              inputMode="decimal"
              onChange={(value) => onChange({ amount: value, commissionType: "fixed" })}
            />
          </div>
        </FormLayout.Group>
      </fieldset>
      <FormLayout.Group>
        <TextField
          {...field("attributionDays")}
          label="Attribution days"
          type="number"
          min={1}
          max={3650}
          helpText="How long after a click an order counts."
        />
        <TextField
          {...field("holdDays")}
          label="Hold days"
          type="number"
          min={0}
          max={365}
          helpText="How long a commission waits before it can be paid."
        />
      </FormLayout.Group>
    </FormLayout>
  );
}

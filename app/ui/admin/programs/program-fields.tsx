import { FormLayout, TextField } from "@shopify/polaris";
import { fieldError, type FormRefusal } from "../../shared/field-errors.ts";
import type { ProgramValues } from "./program-values.ts";

type Props = {
  values: ProgramValues;
  refusal: FormRefusal | null;
  onChange: (change: Partial<ProgramValues>) => void;
};

/** Every path that is shown at a field here, so that the banner does not repeat it. */
export const shownPaths = ["name", "description"] as const;

/** What a program is. */
export function ProgramFields({ values, refusal, onChange }: Props) {
  function field(name: (typeof shownPaths)[number]) {
    const error = fieldError(refusal, name);
    return {
      id: `program-${name}`,
      name,
      value: values[name],
      autoComplete: "off",
      onChange: (value: string) => onChange({ [name]: value }),
      ...(error !== undefined && { error }),
    };
  }
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
    </FormLayout>
  );
}

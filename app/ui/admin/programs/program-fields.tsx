import { FormLayout, TextField } from "@shopify/polaris";
import { fieldError, type FormRefusal } from "../../shared/field-errors.ts";
import type { ProgramValues } from "./program-values.ts";

type Props = {
  values: ProgramValues;
  refusal: FormRefusal | null;
  onChange: (change: Partial<ProgramValues>) => void;
};

/** Every path that is shown at a field here, so that the banner does not repeat it. */
export const shownPaths = ["name", "description", "noticeDays"] as const;

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

type JoiningProps = Props & {
  /** A shorter notice period that starts later, in words. */
  notice: string | null;
};

/** How affiliates join, and how early they hear of lower terms. */
export function JoiningFields({ values, refusal, onChange, notice }: JoiningProps) {
  const error = fieldError(refusal, "noticeDays");
  const help =
    values.noticeDays.trim() === "0"
      ? "Affiliates see that terms may change without notice."
      : "Affiliates who joined are told this long before lower terms start.";
  return (
    <TextField
      id="program-noticeDays"
      name="noticeDays"
      label="Notice before lower terms"
      type="number"
      min={0}
      max={365}
      suffix="days"
      autoComplete="off"
      value={values.noticeDays}
      onChange={(noticeDays) => onChange({ noticeDays })}
      helpText={notice ?? help}
      {...(error !== undefined && { error })}
    />
  );
}

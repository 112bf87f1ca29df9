import { FormLayout, Select, TextField } from "@shopify/polaris";
import type { PeriodDraft } from "./draft.ts";
import { useFieldFault } from "./editor-context.ts";

type Props = { label: string; period: PeriodDraft; path: string; onChange: (period: PeriodDraft) => void };

const choices = [
  { value: "month", label: "In the calendar month" },
  { value: "quarter", label: "In the calendar quarter" },
  { value: "year", label: "In the calendar year" },
  { value: "rolling", label: "In the last days" },
  { value: "ever", label: "Of all time" },
];

/** T6: the period in which something is reached, or a cap holds. */
export function PeriodFields({ label, period, path, onChange }: Props) {
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

type DaysProps = { period: Extract<PeriodDraft, { type: "rolling" }> } & Pick<Props, "path" | "onChange">;

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

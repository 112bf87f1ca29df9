import { TextField } from "@shopify/polaris";

type Props = {
  label: string;
  name: string;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
};

/** A day of the calendar, "2026-03-31". */
export function DayField({ label, name, value, error, onChange }: Props) {
  return (
    <TextField
      label={label}
      name={name}
      type="date"
      autoComplete="off"
      value={value}
      onChange={onChange}
      {...(error !== undefined && { error })}
    />
  );
}

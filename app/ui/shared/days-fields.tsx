import { TextField } from "@shopify/polaris";

export type Days = { readonly first: string; readonly last: string };

type Props = {
  readonly days: Days;
  readonly onChange: (days: Days) => void;
  /** What is wrong with either of them. */
  readonly errors?: Readonly<Partial<Record<keyof Days, string | undefined>>>;
};

const words = {
  first: { label: "First day", prefix: "from" },
  last: { label: "Last day", prefix: "to" },
} as const;

/** Two days of a calendar, both counted in, as fields of a form. */
export function DaysFields({ days, onChange, errors }: Props) {
  return (["first", "last"] as const).map((name) => (
    <TextField
      key={name}
      {...words[name]}
      labelHidden
      type="date"
      name={name}
      autoComplete="off"
      value={days[name]}
      onChange={(value) => onChange({ ...days, [name]: value })}
      {...(errors?.[name] !== undefined && { error: errors[name] })}
    />
  ));
}

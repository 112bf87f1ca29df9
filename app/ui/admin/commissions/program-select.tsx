import { Select } from "@shopify/polaris";

type Props = {
  id: string;
  programs: readonly { readonly id: string; readonly name: string }[];
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
};

/** One of the store's programs; left empty it is the one that the affiliate joined first. */
export function ProgramSelect({ id, programs, value, onChange, error }: Props) {
  const options = programs.map((program) => ({ value: program.id, label: program.name }));
  return (
    <Select
      id={id}
      name="programId"
      label="Program"
      options={[{ value: "", label: "The one that the affiliate joined first" }, ...options]}
      value={value}
      onChange={onChange}
      {...(error !== undefined && { error })}
    />
  );
}

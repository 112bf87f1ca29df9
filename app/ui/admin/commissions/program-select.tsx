import { type FormField, FormSelect } from "../../shared/form/form-fields.tsx";

type Props = {
  field: FormField;
  programs: readonly { readonly id: string; readonly name: string }[];
};

/** Select of programs. Empty means the program that the affiliate joined first. */
export function ProgramSelect({ field, programs }: Props) {
  const options = programs.map((program) => ({ value: program.id, label: program.name }));
  return (
    <FormSelect
      field={field}
      label="Program"
      options={[{ value: "", label: "The one that the affiliate joined first" }, ...options]}
    />
  );
}

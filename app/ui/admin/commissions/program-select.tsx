import { type FormField, FormSelect } from "../../shared/form/form-fields.tsx";
import { useText } from "../../texts/use-text.ts";

type Props = {
  field: FormField;
  programs: readonly { readonly id: string; readonly name: string }[];
};

/** Select of programs. Empty means the program that the affiliate joined first. */
export function ProgramSelect({ field, programs }: Props) {
  const t = useText("commissions");
  const options = programs.map((program) => ({ value: program.id, label: program.name }));
  return (
    <FormSelect
      field={field}
      label={t("add.program")}
      options={[{ value: "", label: t("add.firstProgram") }, ...options]}
    />
  );
}

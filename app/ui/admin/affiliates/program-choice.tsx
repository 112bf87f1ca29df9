import { BlockStack, Checkbox, InlineError, Text } from "@shopify/polaris";
import { type FormField, useListControl } from "../../shared/form/form-fields.tsx";
import { useText } from "../../texts/use-text.ts";

export type ProgramOption = { readonly id: string; readonly name: string; readonly status: string };

type Props = { programs: readonly ProgramOption[]; field: FormField };

/** Programs of an affiliate. Each box has the plain field name, so the form works without JavaScript. */
export function ProgramChoice({ programs, field }: Props) {
  const t = useText("affiliates");
  const { selected, select, error } = useListControl(field);
  // Programs that the page does not offer stay as they are.
  const kept = selected.filter((id) => programs.every((program) => program.id !== id));
  const hidden = kept.map((id) => (
    <input key={id} type="checkbox" hidden readOnly name={field.name} value={id} checked />
  ));
  if (programs.length === 0) {
    return (
      <>
        {hidden}
        <Text as="p" tone="subdued">
          {t("edit.noPrograms")}
        </Text>
      </>
    );
  }
  function toggle(id: string, chosen: boolean) {
    select(chosen ? [...selected, id] : selected.filter((one) => one !== id));
  }
  return (
    <fieldset className="plain-fieldset">
      <BlockStack gap="100">
        <legend>{t("edit.programs")}</legend>
        {hidden}
        {programs.map(({ id, name, status }) => (
          <Checkbox
            key={id}
            id={`program-${id}`}
            name={field.name}
            value={id}
            label={status === "active" ? name : t("edit.programNotActive", { name, status })}
            checked={selected.includes(id)}
            onChange={(chosen) => toggle(id, chosen)}
          />
        ))}
        {error !== undefined && <InlineError message={error} fieldID="programs" />}
      </BlockStack>
    </fieldset>
  );
}

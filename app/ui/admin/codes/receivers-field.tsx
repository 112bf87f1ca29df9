import { BlockStack, ChoiceList } from "@shopify/polaris";
import { useState } from "react";
import { type FormField, FormSelect, useListControl } from "../../shared/form/form-fields.tsx";
import { AffiliatesPicker } from "../../shared/pickers/affiliate-picker.tsx";
import type { PickerOption } from "../../shared/pickers/picker.tsx";
import { useText } from "../../texts/use-text.ts";

export type Receiver = { readonly id: string; readonly name: string };

type Props = {
  programs: readonly Receiver[];
  fields: Readonly<Record<"who" | "programId" | "affiliateIds", FormField>>;
  /** Names of the affiliates selected at first. */
  known?: readonly Receiver[];
};

const nobody: readonly Receiver[] = [];

/** Receivers of codes: all affiliates of a program, or affiliates found by name. */
export function ReceiversField({ programs, fields, known = nobody }: Props) {
  const t = useText("codes");
  const who = useListControl(fields.who);
  const affiliates = useListControl(fields.affiliateIds);
  const [found, setFound] = useState<readonly PickerOption[]>(known);
  const chosen = affiliates.selected.map((id) => found.find((one) => one.id === id) ?? { id, name: id });
  function choose(receivers: PickerOption[]): void {
    setFound(receivers);
    affiliates.select(receivers.map(({ id }) => id));
  }
  return (
    <BlockStack gap="300">
      <ChoiceList
        title={t("receivers.title")}
        name={fields.who.name}
        choices={[
          { label: t("receivers.chosen"), value: "affiliates" },
          { label: t("receivers.program"), value: "program" },
        ]}
        selected={who.selected}
        onChange={who.select}
      />
      {who.selected.includes("program") ? (
        <FormSelect
          field={fields.programId}
          label={t("receivers.programLabel")}
          options={[
            { label: t("receivers.chooseProgram"), value: "" },
            ...programs.map(({ id, name }) => ({ label: name, value: id })),
          ]}
        />
      ) : (
        <AffiliatesPicker
          label={t("receivers.chosen")}
          chosen={chosen}
          onChange={choose}
          error={affiliates.error}
          name={fields.affiliateIds.name}
        />
      )}
    </BlockStack>
  );
}

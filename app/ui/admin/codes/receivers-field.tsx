import { BlockStack, ChoiceList, Combobox, InlineStack, Listbox, Tag } from "@shopify/polaris";
import { useState } from "react";
import { useProposals } from "../../shared/affiliates/use-proposals.ts";
import { type FormField, FormSelect, useListControl } from "../../shared/form/form-fields.tsx";

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
  const who = useListControl(fields.who);
  const affiliates = useListControl(fields.affiliateIds);
  const [found, setFound] = useState(known);
  const chosen = affiliates.selected.map((id) => found.find((one) => one.id === id) ?? { id, name: id });
  function choose(receivers: Receiver[]): void {
    setFound(receivers);
    affiliates.select(receivers.map(({ id }) => id));
  }
  return (
    <BlockStack gap="300">
      <ChoiceList
        title="Who gets a code"
        name={fields.who.name}
        choices={[
          { label: "Affiliates that I choose", value: "affiliates" },
          { label: "Everybody of a program", value: "program" },
        ]}
        selected={who.selected}
        onChange={who.select}
      />
      {who.selected.includes("program") ? (
        <FormSelect
          field={fields.programId}
          label="Program"
          options={[
            { label: "Choose a program", value: "" },
            ...programs.map(({ id, name }) => ({ label: name, value: id })),
          ]}
        />
      ) : (
        <AffiliatesField chosen={chosen} onChange={choose} error={affiliates.error} />
      )}
    </BlockStack>
  );
}

type ChosenProps = {
  chosen: readonly Receiver[];
  onChange: (chosen: Receiver[]) => void;
  error: string | undefined;
  label?: string;
};

/** Adds affiliates by name, one after the other. */
export function AffiliatesField({ chosen, onChange, error, label = "Affiliates" }: ChosenProps) {
  const [text, setText] = useState("");
  const { proposals, isLoading } = useProposals(text, "all");

  function toggle(id: string): void {
    const found = proposals.find((one) => one.id === id);
    const rest = chosen.filter((one) => one.id !== id);
    if (rest.length < chosen.length) onChange(rest);
    else if (found) onChange([...chosen, { id, name: found.name }]);
    setText("");
  }

  return (
    <BlockStack gap="200">
      <Combobox
        allowMultiple
        activator={
          <Combobox.TextField
            label={label}
            value={text}
            onChange={setText}
            placeholder="Search by name, e-mail or code"
            autoComplete="off"
            {...(error !== undefined && { error })}
          />
        }
      >
        {proposals.length > 0 || isLoading ? (
          <Listbox onSelect={toggle}>
            {proposals.map(({ id, name, email }) => (
              <Listbox.Option key={id} value={id} selected={chosen.some((one) => one.id === id)}>
                {`${name} (${email})`}
              </Listbox.Option>
            ))}
            {isLoading ? <Listbox.Loading accessibilityLabel="Searching" /> : null}
          </Listbox>
        ) : null}
      </Combobox>
      <InlineStack gap="100">
        {chosen.map(({ id, name }) => (
          <span key={id}>
            <input type="hidden" name="affiliateIds" value={id} />
            <Tag onRemove={() => onChange(chosen.filter((one) => one.id !== id))}>{name}</Tag>
          </span>
        ))}
      </InlineStack>
    </BlockStack>
  );
}

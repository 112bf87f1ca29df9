import { BlockStack, ChoiceList, Combobox, InlineStack, Listbox, Select, Tag } from "@shopify/polaris";
import { useState } from "react";
import { useProposals } from "../../shared/affiliates/use-proposals.ts";
import type { FormRefusal } from "../../shared/field-errors.ts";
import { fieldError } from "../../shared/field-errors.ts";

export type Receiver = { readonly id: string; readonly name: string };
export type Receivers = {
  readonly who: "affiliates" | "program";
  readonly programId: string;
  readonly affiliates: readonly Receiver[];
};

type Props = {
  programs: readonly Receiver[];
  value: Receivers;
  onChange: (value: Receivers) => void;
  refusal: FormRefusal | null | undefined;
};

/** Who gets a code: everybody of a program, or affiliates found by name. */
export function ReceiversField({ programs, value, onChange, refusal }: Props) {
  const error = fieldError(refusal, "programId");
  return (
    <BlockStack gap="300">
      <ChoiceList
        title="Who gets a code"
        name="who"
        choices={[
          { label: "Affiliates that I choose", value: "affiliates" },
          { label: "Everybody of a program", value: "program" },
        ]}
        selected={[value.who]}
        onChange={([who]) => onChange({ ...value, who: who === "program" ? who : "affiliates" })}
      />
      {value.who === "program" ? (
        <Select
          label="Program"
          name="programId"
          options={[
            { label: "Choose a program", value: "" },
            ...programs.map(({ id, name }) => ({ label: name, value: id })),
          ]}
          value={value.programId}
          onChange={(programId) => onChange({ ...value, programId })}
          {...(error !== undefined && { error })}
        />
      ) : (
        <AffiliatesField
          chosen={value.affiliates}
          onChange={(affiliates) => onChange({ ...value, affiliates })}
          error={fieldError(refusal, "affiliateIds")}
        />
      )}
    </BlockStack>
  );
}

type ChosenProps = {
  chosen: readonly Receiver[];
  onChange: (chosen: Receiver[]) => void;
  error: string | undefined;
  label?: string;
  helpText?: string;
};

/** Affiliates that are found by name, one after the other. */
export function AffiliatesField({ chosen, onChange, error, label = "Affiliates", helpText }: ChosenProps) {
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
            helpText={helpText}
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

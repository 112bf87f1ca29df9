import { BlockStack } from "@shopify/polaris";
import { useState } from "react";
import { useText } from "../../texts/use-text.ts";
import { type FormField, useTextControl } from "../form/form-fields.tsx";
import { useInBrowser } from "../use-in-browser.ts";
import { ChosenTags, Initials, Picker, type PickerOption } from "./picker.tsx";
import { useProposals } from "./use-proposals.ts";

type Props = {
  readonly field: FormField;
  /** The affiliate whose email address or id the form begins with. */
  readonly known?: PickerOption | null;
  /** An error of the page, besides the form's. */
  readonly error?: string | undefined;
  /** Hears the name of the chosen affiliate; null once other text is typed. */
  readonly onChoose?: (name: string | null) => void;
};

/**
 * Finds an affiliate by name, email or code, and posts the id. Without JavaScript it is a text field for the email or
 * code. Typed text that nobody was chosen for is posted as it is, and the server looks for it.
 */
export function AffiliatePicker({ field, known = null, error, onChoose }: Props) {
  const t = useText("pickers");
  const { name, value, onChange, ...control } = useTextControl(field);
  const [chosen, setChosen] = useState(known);
  const [isFocused, setFocused] = useState(false);
  const isLive = useInBrowser();
  const shown = isLive && chosen && (value === chosen.id || value === chosen.email) ? chosen : null;
  const typed = shown ? "" : value;
  const found = useProposals(isFocused ? typed : null, "active");

  function select(id: string): void {
    const option = found.options.find((one) => one.id === id);
    if (!option) return;
    setChosen(option);
    onChange(option.id);
    onChoose?.(option.name);
  }
  function type(text: string): void {
    onChange(text);
    onChoose?.(null);
  }

  return (
    <>
      {shown && <input type="hidden" name={name} value={value} />}
      <Picker
        {...control}
        {...(!shown && { name })}
        label={t("affiliate")}
        placeholder={t("searchAffiliates")}
        value={shown ? shown.name : value}
        prefix={shown && <Initials name={shown.name} />}
        maxLength={254}
        requiredIndicator
        selectTextOnFocus
        {...(error !== undefined && { error })}
        found={found}
        selected={shown ? [shown.id] : []}
        onChange={type}
        onSelect={select}
        onFocusChange={setFocused}
      />
    </>
  );
}

type AffiliatesPickerProps = {
  readonly chosen: readonly PickerOption[];
  readonly onChange: (chosen: PickerOption[]) => void;
  readonly error?: string | undefined;
  readonly label?: string;
  /** Name of the hidden inputs, in a form. */
  readonly name?: string;
};

/** Finds several affiliates, one after the other. */
export function AffiliatesPicker({ chosen, onChange, error, label, name }: AffiliatesPickerProps) {
  const t = useText("pickers");
  const [text, setText] = useState("");
  const [isFocused, setFocused] = useState(false);
  const found = useProposals(isFocused ? text : null, "all");
  const remove = (id: string) => onChange(chosen.filter((one) => one.id !== id));

  function toggle(id: string): void {
    const option = found.options.find((one) => one.id === id);
    if (chosen.some((one) => one.id === id)) remove(id);
    else if (option) onChange([...chosen, option]);
    setText("");
  }

  return (
    <BlockStack gap="200">
      <Picker
        label={label ?? t("affiliates")}
        placeholder={t("searchAffiliates")}
        value={text}
        {...(error !== undefined && { error })}
        found={found}
        selected={chosen.map(({ id }) => id)}
        allowMultiple
        onChange={setText}
        onSelect={toggle}
        onFocusChange={setFocused}
      />
      <ChosenTags chosen={chosen} onRemove={remove} {...(name !== undefined && { name })} />
    </BlockStack>
  );
}

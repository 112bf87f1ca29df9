import { Combobox, InlineStack, Listbox, Tag, Text, type TextFieldProps } from "@shopify/polaris";
import { useState } from "react";
import { pickers } from "#app/i18n/en/admin/pickers.ts";
import { provideTexts, useText } from "../../texts/use-text.ts";

provideTexts({ pickers });

/** Something to choose. `email` is empty for everything but affiliates. */
export type PickerOption = { readonly id: string; readonly name: string; readonly email?: string };

export type Found = {
  readonly options: readonly PickerOption[];
  readonly isLoading: boolean;
  readonly failed?: boolean;
};

type Props = Omit<TextFieldProps, "autoComplete" | "onFocus" | "onBlur"> & {
  readonly found: Found;
  /** Ids of the chosen options. */
  readonly selected: readonly string[];
  readonly allowMultiple?: boolean;
  readonly onSelect: (id: string) => void;
  readonly onFocusChange: (isFocused: boolean) => void;
};

/** A text field with a list of matches below it. Screen readers hear how many there are. */
export function Picker({ found, selected, allowMultiple = false, onSelect, onFocusChange, ...field }: Props) {
  const t = useText("pickers");
  const [isFocused, setFocused] = useState(false);
  const { options, isLoading, failed = false } = found;
  const isDone = isFocused && !isLoading;
  function focus(next: boolean): void {
    setFocused(next);
    onFocusChange(next);
  }
  return (
    <>
      <Combobox
        allowMultiple={allowMultiple}
        activator={
          <Combobox.TextField
            {...field}
            autoComplete="off"
            onFocus={() => focus(true)}
            onBlur={() => focus(false)}
          />
        }
      >
        <Listbox onSelect={onSelect}>
          {options.map((one) => (
            <Listbox.Option key={one.id} value={one.id} selected={selected.includes(one.id)}>
              <Listbox.TextOption selected={selected.includes(one.id)}>
                <OptionContent {...one} />
              </Listbox.TextOption>
            </Listbox.Option>
          ))}
          {isLoading && options.length === 0 ? <Listbox.Loading accessibilityLabel={t("searching")} /> : null}
          {!isLoading && options.length === 0 ? (
            <Listbox.Option value="" disabled>
              {failed ? t("failed") : t("found", { count: 0 })}
            </Listbox.Option>
          ) : null}
        </Listbox>
      </Combobox>
      <div aria-live="polite" className="visually-hidden">
        {isDone && (failed ? t("failed") : t("found", { count: options.length }))}
      </div>
    </>
  );
}

function OptionContent({ name, email = "" }: PickerOption) {
  if (email === "") return <>{name}</>;
  return (
    <InlineStack gap="200" blockAlign="center" wrap={false}>
      <Initials name={name} />
      <span className="picker-option">
        <Text as="span">{name}</Text>
        <Text as="span" tone="subdued" variant="bodySm">
          {email}
        </Text>
      </span>
    </InlineStack>
  );
}

/** Initials of an affiliate in a gray circle. */
export function Initials({ name }: { name: string }) {
  const words = name.trim().split(/\s+/u);
  const outer = words.length > 1 ? [words[0], words.at(-1)] : words;
  return (
    <span aria-hidden="true" className="initials">
      {outer.map((word = "") => word.slice(0, 1).toUpperCase())}
    </span>
  );
}

type ChosenTagsProps = {
  readonly chosen: readonly PickerOption[];
  /** Name of the hidden inputs, in a form. */
  readonly name?: string;
  readonly onRemove: (id: string) => void;
};

/** The chosen options of a picker for several, each with a button that removes it. */
export function ChosenTags({ chosen, name, onRemove }: ChosenTagsProps) {
  if (chosen.length === 0) return null;
  return (
    <InlineStack gap="100">
      {chosen.map((one) => (
        <span key={one.id}>
          {name !== undefined && <input type="hidden" name={name} value={one.id} />}
          <Tag onRemove={() => onRemove(one.id)}>{one.name}</Tag>
        </span>
      ))}
    </InlineStack>
  );
}

import { Autocomplete } from "@shopify/polaris";
import { useState } from "react";
import { type ProposedFrom, useProposals } from "../affiliates/use-proposals.ts";
import { useListParams } from "./use-list-params.ts";

/** A selected affiliate or program. The URL has the id, the field shows the name. */
export type NamedChoice = { readonly id: string; readonly name: string };

type Props = {
  /** URL parameter. */
  name: "affiliate" | "program";
  label: string;
  /** Shown while nothing is chosen, such as "All affiliates". */
  placeholder: string;
  from: ProposedFrom;
  chosen: NamedChoice | null;
};

/** Finds an item by the typed text. When cleared, it removes the filter. */
export function SearchedFilter({ name: param, label, placeholder, from, chosen }: Props) {
  const { change } = useListParams();
  const name = chosen?.name ?? "";
  const [text, setText] = useState(name);
  const [seen, setSeen] = useState(name);
  const [isFocused, setIsFocused] = useState(false);
  const typed = text === name ? "" : text;
  const { proposals, isLoading } = useProposals(isFocused ? typed : null, from);

  // The name comes with the list, both after a choice here and after going back in history.
  if (name !== seen) {
    setSeen(name);
    setText(name);
  }

  function type(next: string): void {
    setText(next);
    if (next === "" && chosen !== null) change({ [param]: null });
  }

  return (
    <Autocomplete
      options={proposals.map((one) => ({
        value: one.id,
        label: one.email === "" ? one.name : `${one.name} (${one.email})`,
      }))}
      selected={chosen === null ? [] : [chosen.id]}
      loading={isLoading}
      onSelect={([id]) => {
        setText(proposals.find((one) => one.id === id)?.name ?? name);
        change({ [param]: id ?? null });
      }}
      textField={
        <Autocomplete.TextField
          label={label}
          labelHidden
          placeholder={placeholder}
          value={text}
          onChange={type}
          onFocus={() => setIsFocused(true)}
          // Typed text without a choice filters nothing, so it does not stay.
          onBlur={() => {
            setIsFocused(false);
            setText(name);
          }}
          autoComplete="off"
          maxLength={200}
          clearButton
          onClearButtonClick={() => type("")}
        />
      }
    />
  );
}

/** Filter by affiliate. */
export type ChosenAffiliate = NamedChoice;

/** Field that finds an affiliate by name, email address or code. */
export function AffiliateFilter({ chosen }: { chosen: ChosenAffiliate | null }) {
  return (
    <SearchedFilter
      name="affiliate"
      label="Affiliate"
      placeholder="All affiliates"
      from="all"
      chosen={chosen}
    />
  );
}

/** Filter by program. */
export type ChosenProgram = NamedChoice;

/** Field that finds a program by name. The first ones are suggested before typing. */
export function ProgramFilter({ chosen }: { chosen: ChosenProgram | null }) {
  return (
    <SearchedFilter
      name="program"
      label="Program"
      placeholder="All programs"
      from="programs"
      chosen={chosen}
    />
  );
}

import { Autocomplete } from "@shopify/polaris";
import { useState } from "react";
import { type ProposedFrom, useProposals } from "../affiliates/use-proposals.ts";
import { useListParams } from "./use-list-params.ts";

/** A chosen affiliate or program. The address holds the id, the field shows the name. */
export type NamedChoice = { readonly id: string; readonly name: string };

type Props = {
  /** The parameter of the address. */
  name: "affiliate" | "program";
  label: string;
  /** Shown while nothing is chosen, such as "All affiliates". */
  placeholder: string;
  from: ProposedFrom;
  chosen: NamedChoice | null;
};

/** Finds one by what is typed; emptied, it lists those of all again. */
export function SearchedFilter({ name: param, label, placeholder, from, chosen }: Props) {
  const { change } = useListParams();
  const name = chosen?.name ?? "";
  const [text, setText] = useState(name);
  const [seen, setSeen] = useState(name);
  const [isFocused, setIsFocused] = useState(false);
  const typed = text === name ? "" : text;
  const { proposals, isLoading } = useProposals(isFocused ? typed : null, from);

  // The name comes with the list: after a choice here, and when history goes back to another one.
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

/** An affiliate whose rows alone are listed. */
export type ChosenAffiliate = NamedChoice;

/** Finds an affiliate by name, e-mail address or code. */
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

/** A program whose rows alone are listed. */
export type ChosenProgram = NamedChoice;

/** Finds a program by its name; the first ones are offered before anything is typed. */
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

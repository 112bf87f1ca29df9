import { useState } from "react";
import { useText } from "../../texts/use-text.ts";
import { useListParams } from "../list/use-list-params.ts";
import { Picker } from "./picker.tsx";
import { type ProposedFrom, useProposals } from "./use-proposals.ts";

/** A selected affiliate or program. The URL has the id, the field shows the name. */
type NamedChoice = { readonly id: string; readonly name: string };
export type ChosenAffiliate = NamedChoice;
export type ChosenProgram = NamedChoice;

type Props = {
  /** URL parameter. */
  name: "affiliate" | "program";
  label: string;
  /** Shown while nothing is chosen, such as "All affiliates". */
  placeholder: string;
  from: ProposedFrom;
  chosen: NamedChoice | null;
  /** Lists have no room for labels. */
  labelHidden?: boolean;
};

/** Filters the page by an affiliate or program. When cleared, it removes the filter. */
function FilterPicker({ name: param, label, labelHidden = true, placeholder, from, chosen }: Props) {
  const { change } = useListParams();
  const name = chosen?.name ?? "";
  const [text, setText] = useState(name);
  const [seen, setSeen] = useState(name);
  const [isFocused, setFocused] = useState(false);
  const typed = text === name ? "" : text;
  const found = useProposals(isFocused ? typed : null, from);

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
    <Picker
      label={label}
      labelHidden={labelHidden}
      placeholder={placeholder}
      value={text}
      maxLength={200}
      clearButton
      selectTextOnFocus
      found={found}
      selected={chosen === null ? [] : [chosen.id]}
      onChange={type}
      onClearButtonClick={() => type("")}
      onSelect={(id) => {
        setText(found.options.find((one) => one.id === id)?.name ?? name);
        change({ [param]: id });
      }}
      onFocusChange={(next) => {
        setFocused(next);
        // Typed text without a choice filters nothing, so it does not stay.
        if (!next) setText(name);
      }}
    />
  );
}

/** Finds an affiliate by name, email or code. */
export function AffiliateFilter({ chosen }: { chosen: ChosenAffiliate | null }) {
  const t = useText("pickers");
  return (
    <FilterPicker
      name="affiliate"
      label={t("affiliate")}
      placeholder={t("allAffiliates")}
      from="all"
      chosen={chosen}
    />
  );
}

/** Finds a program by name. */
export function ProgramFilter({ chosen, labelHidden = true }: Pick<Props, "chosen" | "labelHidden">) {
  const t = useText("pickers");
  return (
    <FilterPicker
      name="program"
      label={t("program")}
      placeholder={t("allPrograms")}
      from="programs"
      chosen={chosen}
      labelHidden={labelHidden}
    />
  );
}

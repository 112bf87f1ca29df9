import { Autocomplete } from "@shopify/polaris";
import { useState } from "react";
import { useProposals } from "../affiliates/use-proposals.ts";
import { useListParams } from "./use-list-params.ts";

/** An affiliate whose rows alone are listed: the parameter `affiliate` holds the id, the field shows the name. */
export type ChosenAffiliate = { readonly id: string; readonly name: string };

/** Finds an affiliate by what is typed; emptied, it lists those of all again. */
export function AffiliateFilter({ chosen }: { chosen: ChosenAffiliate | null }) {
  const { change } = useListParams();
  const name = chosen?.name ?? "";
  const [text, setText] = useState(name);
  const [seen, setSeen] = useState(name);
  const { proposals, isLoading } = useProposals(text === name ? "" : text, "all");

  // The name comes with the list: after a choice here, and when history goes back to another one.
  if (name !== seen) {
    setSeen(name);
    setText(name);
  }

  function type(next: string): void {
    setText(next);
    if (next === "" && chosen !== null) change({ affiliate: null });
  }

  return (
    <Autocomplete
      options={proposals.map((one) => ({ value: one.id, label: `${one.name} (${one.email})` }))}
      selected={chosen === null ? [] : [chosen.id]}
      loading={isLoading}
      onSelect={([id]) => {
        setText(proposals.find((one) => one.id === id)?.name ?? name);
        change({ affiliate: id ?? null });
      }}
      textField={
        <Autocomplete.TextField
          label="Affiliate"
          labelHidden
          placeholder="All affiliates"
          value={text}
          onChange={type}
          // What was typed and not chosen narrows nothing, so it does not stay.
          onBlur={() => setText(name)}
          autoComplete="off"
          maxLength={200}
          clearButton
          onClearButtonClick={() => type("")}
        />
      }
    />
  );
}

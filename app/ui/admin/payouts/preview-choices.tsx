import { BlockStack, FormLayout, Select, TextField } from "@shopify/polaris";
import { useState } from "react";
import { useSearchParams } from "@remix-run/react";
import { Section } from "../../shared/detail-page.tsx";
import { AffiliatesField, type Receiver } from "../codes/receivers-field.tsx";
import { methodChoices } from "./payout-words.ts";

export type PreviewChoice = {
  readonly method: string;
  readonly currency: string;
  /** The last day of what became payable; '' for all of it. */
  readonly through: string;
  readonly chosen: readonly Receiver[];
};

/** What is to be paid: all of it lives in the address, so that a preview can be kept and sent to a colleague. */
export function PreviewChoices({
  choice,
  currencies,
  offered,
}: {
  choice: PreviewChoice;
  currencies: readonly string[];
  offered: readonly string[];
}) {
  const [query, setQuery] = useSearchParams();
  const [day, setDay] = useState(choice.through);
  const known = [...new Set([choice.currency, ...currencies])];

  function change(name: string, value: string): void {
    const next = new URLSearchParams(query);
    next.delete("page");
    if (value === "") next.delete(name);
    else next.set(name, value);
    setQuery(next, { preventScrollReset: true });
  }

  function changeDay(text: string): void {
    setDay(text);
    // While the digits of a year are typed, browsers tell of days in the first centuries.
    if (text === "" || text >= "1970") change("through", text);
  }

  return (
    <Section title="What is paid">
      <BlockStack gap="300">
        <FormLayout>
          <FormLayout.Group>
            <Select
              label="Method"
              options={methodChoices.map(({ value, label }) => ({
                value,
                label: offered.includes(value) ? label : `${label} (not offered)`,
              }))}
              value={choice.method}
              onChange={(value) => change("method", value)}
            />
            <Select
              label="Currency"
              options={known.map((value) => ({ value, label: value }))}
              value={choice.currency}
              onChange={(value) => change("currency", value)}
            />
            <TextField
              label="What became payable up to"
              type="date"
              autoComplete="off"
              value={day}
              onChange={changeDay}
              helpText="Empty pays all that is payable"
            />
          </FormLayout.Group>
        </FormLayout>
        <AffiliatesField
          chosen={choice.chosen}
          onChange={(chosen) => change("affiliates", chosen.map((one) => one.id).join(","))}
          error={undefined}
          label="Only these affiliates"
          helpText="Empty takes everybody who can be paid"
        />
      </BlockStack>
    </Section>
  );
}

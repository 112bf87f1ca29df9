import { methodName } from "#app/i18n/method-words.ts";
import { BlockStack, FormLayout, InlineGrid, Select, TextField } from "@shopify/polaris";
import { useSearchParams } from "@remix-run/react";
import { useState } from "react";
import { Section } from "../../shared/detail-page.tsx";
import type { MoneyOnWire } from "../../shared/format.ts";
import { type ChosenProgram, ProgramFilter } from "../../shared/pickers/filter-pickers.tsx";
import { AffiliatesPicker } from "../../shared/pickers/affiliate-picker.tsx";
import type { PickerOption } from "../../shared/pickers/picker.tsx";
import { payoutText as t } from "./payout-text.ts";

export type PayChoice = {
  /** Empty: each affiliate's own method. */
  readonly method: string;
  /** Last day of the paid approvals; empty for all. */
  readonly through: string;
  /** In the shop's currency; empty for the shop's minimum. */
  readonly minimum: string;
  readonly chosen: readonly PickerOption[];
  readonly program: ChosenProgram | null;
};

type Props = { readonly choice: PayChoice; readonly usualMinimum: MoneyOnWire };

/** Changes one part of the choice in the URL. */
export function useChangeChoice(): (name: string, value: string) => void {
  const [query, setQuery] = useSearchParams();
  return (name, value) => {
    const next = new URLSearchParams(query);
    next.delete("page");
    if (value === "") next.delete(name);
    else next.set(name, value);
    setQuery(next, { preventScrollReset: true });
  };
}

/** Choice of affiliates to pay. It is kept in the URL, so that the merchant returns to it after a fix elsewhere. */
export function PayChoices({ choice, usualMinimum }: Props) {
  const change = useChangeChoice();
  const [day, setDay] = useState(choice.through);
  const [minimum, setMinimum] = useState(choice.minimum);
  const [wantsToChoose, setWantsToChoose] = useState(false);
  const isChoosing = wantsToChoose || choice.chosen.length > 0;

  function changeDay(text: string): void {
    setDay(text);
    // While a year is typed, browsers report dates of the first centuries.
    if (text === "" || text >= "1970") change("through", text);
  }

  function changeWho(who: string): void {
    setWantsToChoose(who === "selected");
    if (who === "everyone") change("affiliates", "");
  }

  return (
    <Section title={t("pay.who")}>
      <BlockStack gap="300">
        <FormLayout>
          <InlineGrid columns={{ xs: 1, sm: 2 }} gap="300">
            <Select
              label={t("pay.affiliates")}
              options={[
                { value: "everyone", label: t("pay.everyone") },
                { value: "selected", label: t("pay.selected") },
              ]}
              value={isChoosing ? "selected" : "everyone"}
              onChange={changeWho}
            />
            <Select
              label={t("pay.payBy")}
              options={[
                { value: "", label: t("pay.ownMethod") },
                { value: "manual", label: methodName("manual") },
              ]}
              value={choice.method === "manual" ? "manual" : ""}
              onChange={(value) => change("method", value)}
            />
            <TextField
              label={t("pay.minimum", { currency: usualMinimum.currencyCode })}
              autoComplete="off"
              inputMode="decimal"
              value={minimum}
              placeholder={usualMinimum.amount}
              onChange={setMinimum}
              onBlur={() => minimum !== choice.minimum && change("minimum", minimum.trim())}
            />
            <TextField
              label={t("pay.approvedBy")}
              type="date"
              autoComplete="off"
              value={day}
              onChange={changeDay}
            />
            <ProgramFilter chosen={choice.program} labelHidden={false} />
          </InlineGrid>
        </FormLayout>
        {isChoosing && (
          <AffiliatesPicker
            chosen={choice.chosen}
            onChange={(chosen) => change("affiliates", chosen.map((one) => one.id).join(","))}
            label={t("pay.selected")}
          />
        )}
      </BlockStack>
    </Section>
  );
}

import { BlockStack, ChoiceList, FormLayout, Select, Text, TextField } from "@shopify/polaris";
import { auditBaseParts, type RateInput } from "#app/domain/audit/audit-rates.ts";
import { rateKinds } from "#app/domain/imports/imported-rate.ts";
import type { AuditWire } from "#app/contracts/audit.ts";
import { errorProp, type FormRefusal } from "../../shared/error-banner.tsx";
import { auditText as t } from "./audit-text.ts";

export type StatedRates = NonNullable<AuditWire["rates"]>;

const blank = (program: string): RateInput => ({ program, kind: "percentage", value: "" });

/** A rate for all commissions and one for each program of the file, with those that were stated before. */
export function ratesFor({ programs, rates }: Pick<AuditWire, "programs" | "rates">): StatedRates {
  const known = new Map(rates?.rates.map((rate) => [rate.program, rate]));
  return {
    rates: ["", ...programs].map((program) => known.get(program) ?? blank(program)),
    base: rates?.base ?? { shipping: false, tax: false, beforeDiscounts: false },
  };
}

type Props = {
  stated: StatedRates;
  currency: string;
  refusal: FormRefusal | null;
  change: (stated: StatedRates) => void;
};

/** Form for the rates that the other app should pay. */
export function AuditRates({ stated, currency, refusal, change }: Props) {
  const setRate = (at: number, next: Partial<RateInput>) =>
    change({
      ...stated,
      rates: stated.rates.map((rate, index) => (index === at ? { ...rate, ...next } : rate)),
    });
  return (
    <BlockStack gap="400">
      <Text as="h2" variant="headingMd">
        {t("rates.title")}
      </Text>
      <Text as="p" tone="subdued">
        {t("rates.about")}
      </Text>
      <FormLayout>
        {stated.rates.map((rate, at) => (
          <FormLayout.Group
            key={rate.program}
            title={rate.program === "" ? t("rates.all") : t("rates.program", rate)}
          >
            <Select
              label={t("rates.type")}
              options={rateKinds.map((value) => ({ value, label: t(`rates.kinds.${value}`, { currency }) }))}
              value={rate.kind}
              onChange={(kind) => setRate(at, { kind: kind as RateInput["kind"] })}
            />
            <TextField
              label={t("rates.value")}
              value={rate.value}
              inputMode="decimal"
              maxLength={30}
              autoComplete="off"
              {...(rate.kind === "percentage" ? { suffix: "%" } : { prefix: currency })}
              {...errorProp(refusal, `rates.${at}.value`)}
              onChange={(value) => setRate(at, { value })}
            />
          </FormLayout.Group>
        ))}
      </FormLayout>
      <ChoiceList
        title={t("rates.base")}
        allowMultiple
        choices={auditBaseParts.map((part) => ({ label: t(`rates.${part}`), value: part }))}
        selected={auditBaseParts.filter((part) => stated.base[part])}
        onChange={(selected) =>
          change({
            ...stated,
            base: Object.fromEntries(
              auditBaseParts.map((part) => [part, selected.includes(part)]),
            ) as StatedRates["base"],
          })
        }
      />
    </BlockStack>
  );
}

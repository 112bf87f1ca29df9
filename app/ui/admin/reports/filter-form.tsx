import { Button, Form, InlineStack, Select } from "@shopify/polaris";
import { useState } from "react";
import { keyOfField, type ReportFilterField, reportFilterNames } from "#app/contracts/report-fields.ts";
import { keyLabel } from "#app/contracts/report-words.ts";
import { AffiliateFilter } from "../../shared/list/affiliate-filter.tsx";
import type { Choice } from "../../shared/list/list-filters.tsx";
import { ProgramFilter } from "../../shared/list/program-filter.tsx";
import { useReportAddress } from "./use-report-address.ts";
import { ValueField } from "./value-field.tsx";

const choiceOf = (field: ReportFilterField) => ({ value: field, label: keyLabel(keyOfField(field)) });
const customers: readonly Choice[] = [
  { label: "New customers", value: "new" },
  { label: "Returning customers", value: "returning" },
  { label: "Not known", value: "" },
];

type Props = {
  days: { readonly from: string; readonly to: string };
  onApplied: () => void;
  /** By what it can be narrowed here. */
  fields?: readonly [ReportFilterField, ...ReportFilterField[]];
};

/** Narrows what the page shows by one thing more, or by another value of it. What is chosen from a list narrows at once. */
export function FilterForm({ days, onApplied, fields = reportFilterNames }: Props) {
  const { go } = useReportAddress();
  const [field, setField] = useState<ReportFilterField>(fields[0]);
  const [value, setValue] = useState("");
  function choose(next: ReportFilterField): void {
    setField(next);
    setValue(next === "customer" ? (customers[0]?.value ?? "") : "");
  }
  function pick(chosen: string): void {
    go({ [field]: chosen });
    onApplied();
  }
  function apply(): void {
    const text = value.trim();
    pick(field === "country" ? text.toUpperCase() : text);
  }
  return (
    <Form onSubmit={apply}>
      <InlineStack gap="300" blockAlign="start">
        <Select
          label="Only orders of one"
          labelInline
          options={fields.map(choiceOf)}
          value={field}
          onChange={(next) => choose(next as ReportFilterField)}
        />
        {field === "affiliate" && <AffiliateFilter chosen={null} />}
        {field === "program" && <ProgramFilter chosen={null} />}
        {field !== "affiliate" && field !== "program" && (
          <>
            {field === "customer" ? (
              <Select
                label={keyLabel(field)}
                labelHidden
                options={[...customers]}
                value={value}
                onChange={setValue}
              />
            ) : (
              <ValueField
                key={field}
                field={field}
                days={days}
                text={value}
                onType={setValue}
                onPick={pick}
              />
            )}
            <Button submit>Apply filter</Button>
          </>
        )}
      </InlineStack>
    </Form>
  );
}

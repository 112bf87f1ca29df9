import { Button, Form, InlineStack, Select, TextField } from "@shopify/polaris";
import { useState } from "react";
import { keyOfField, type ReportFilterField, reportFilterNames } from "#app/contracts/report-filters.ts";
import { keyLabel } from "#app/contracts/report-words.ts";
import { AffiliateFilter } from "../../shared/list/affiliate-filter.tsx";
import type { Choice } from "../../shared/list/list-filters.tsx";
import { useReportAddress } from "./use-report-address.ts";

const fields = reportFilterNames.map((field) => ({ value: field, label: keyLabel(keyOfField(field)) }));
const customers: readonly Choice[] = [
  { label: "New customers", value: "new" },
  { label: "Returning customers", value: "returning" },
  { label: "Not known", value: "" },
];

const helps: Partial<Record<ReportFilterField, string>> = {
  product: "Shopify's number of the product; empty for none",
  link: "The link's id, as in its address; empty for none",
  country: "Two letters, such as US; empty for not known",
  landing: "A path, such as /products/mug; empty for not known",
};

type Props = { programs: readonly Choice[]; onApplied: () => void };

/** Narrows the report by one thing more, or by another value of it. An affiliate that is chosen narrows at once. */
export function FilterForm({ programs, onApplied }: Props) {
  const { go } = useReportAddress();
  const [field, setField] = useState<ReportFilterField>("affiliate");
  const [value, setValue] = useState("");
  function choose(next: ReportFilterField): void {
    const first = { program: programs[0]?.value, customer: customers[0]?.value };
    setField(next);
    setValue(next === "program" || next === "customer" ? (first[next] ?? "") : "");
  }
  function apply(): void {
    const text = value.trim();
    go({ [field]: field === "country" ? text.toUpperCase() : text });
    onApplied();
  }
  return (
    <Form onSubmit={apply}>
      <InlineStack gap="300" blockAlign="start">
        <Select
          label="Only orders of one"
          labelInline
          options={fields}
          value={field}
          onChange={(next) => choose(next as ReportFilterField)}
        />
        {field === "affiliate" ? (
          <AffiliateFilter chosen={null} />
        ) : (
          <>
            <ValueField field={field} value={value} onChange={setValue} programs={programs} />
            <Button submit>Apply filter</Button>
          </>
        )}
      </InlineStack>
    </Form>
  );
}

type FieldProps = {
  field: ReportFilterField;
  value: string;
  onChange: (value: string) => void;
  programs: readonly Choice[];
};

function ValueField({ field, value, onChange, programs }: FieldProps) {
  const label = keyLabel(keyOfField(field));
  if (field === "program" || field === "customer") {
    const options = field === "program" ? programs : customers;
    return <Select label={label} labelHidden options={[...options]} value={value} onChange={onChange} />;
  }
  return (
    <TextField
      label={label}
      labelHidden
      autoComplete="off"
      maxLength={200}
      value={value}
      onChange={onChange}
      helpText={helps[field] ?? "Empty for none"}
    />
  );
}

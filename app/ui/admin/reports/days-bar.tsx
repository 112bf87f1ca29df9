import { Form } from "@remix-run/react";
import { BlockStack, Button, InlineStack, Select, TextField } from "@shopify/polaris";
import { useState } from "react";
import type { ReportQuery } from "#app/contracts/report.ts";
import { RangeLinks } from "../../shared/range-links.tsx";
import { useReportAddress } from "./use-report-address.ts";

type Days = { readonly from: string; readonly to: string };
type Props = { days: Days; query: Pick<ReportQuery, "range" | "from" | "to" | "compare"> };

const comparisons = [
  { label: "Nothing", value: "" },
  { label: "The days before", value: "previous" },
  { label: "The year before", value: "year" },
];

/** Which days a report is about, and with which it is compared; all of it lives in the address. */
export function DaysBar({ days, query }: Props) {
  const { go, hrefOf } = useReportAddress();
  // Without any days the last thirty are meant.
  const isUsual = query.from === undefined && query.to === undefined;
  return (
    <BlockStack gap="300">
      <RangeLinks
        here={query.range ?? (isUsual ? "last-30" : undefined)}
        hrefOf={(range) => hrefOf({ range, from: null, to: null })}
      />
      <InlineStack gap="300" blockAlign="end">
        <DaysForm key={`${days.from} ${days.to}`} days={days} />
        <Select
          label="Compare with"
          options={comparisons}
          value={query.compare ?? ""}
          onChange={(value) => go({ compare: value || null })}
        />
      </InlineStack>
    </BlockStack>
  );
}

const ofDays: ReadonlySet<string> = new Set(["from", "to", "range", "page"]);

/** Without JavaScript it is a form that asks for the same address. */
function DaysForm({ days: shown }: { days: Days }) {
  const { params } = useReportAddress();
  const [days, setDays] = useState(shown);
  const isTurned = days.from !== "" && days.to !== "" && days.to < days.from;
  const day = (name: keyof Days, label: string, error?: string) => (
    <TextField
      label={label}
      name={name}
      type="date"
      autoComplete="off"
      value={days[name]}
      onChange={(text) => setDays((before) => ({ ...before, [name]: text }))}
      {...(error !== undefined && { error })}
    />
  );
  return (
    <Form method="get" aria-label="Days of the report" preventScrollReset>
      {[...params].map(
        ([name, value]) => !ofDays.has(name) && <input key={name} type="hidden" name={name} value={value} />,
      )}
      <InlineStack gap="300" blockAlign="end">
        {day("from", "From")}
        {day("to", "To", isTurned ? "Must not be before the first day" : undefined)}
        <Button submit>Apply</Button>
      </InlineStack>
    </Form>
  );
}

import { Form } from "@remix-run/react";
import { BlockStack, Button, InlineStack, Select, TextField } from "@shopify/polaris";
import { useState } from "react";
import type { ReportQuery } from "#app/contracts/report.ts";
import { spanBefore } from "#app/domain/day-spans.ts";
import { RangeLinks } from "../../shared/range-links.tsx";
import { useReportAddress } from "./use-report-address.ts";

type Days = { readonly from: string; readonly to: string };
type Props = {
  days: Days;
  query: Pick<ReportQuery, "range" | "from" | "to" | "compare" | "compareFrom" | "compareTo">;
};

const comparisons = [
  { label: "Nothing", value: "" },
  { label: "The days before", value: "previous" },
  { label: "The year before", value: "year" },
  { label: "Days of your own", value: "days" },
];

const noDays = { compareFrom: null, compareTo: null };

/** Which days a report is about, and with which it is compared; all of it lives in the address. */
export function DaysBar({ days, query }: Props) {
  const { go, hrefOf } = useReportAddress();
  // Without any days the last thirty are meant.
  const isUsual = query.from === undefined && query.to === undefined;
  const { compare = "", compareFrom: from = "", compareTo: to = "" } = query;
  const compareWith = (value: string) => {
    const before = spanBefore(days);
    const chosen = value === "days" ? { compareFrom: before.from, compareTo: before.to } : noDays;
    go({ compare: value || null, ...chosen });
  };
  return (
    <BlockStack gap="300">
      <RangeLinks
        here={query.range ?? (isUsual ? "last-30" : undefined)}
        hrefOf={(range) => hrefOf({ range, from: null, to: null })}
      />
      <InlineStack gap="300" blockAlign="end">
        <DaysForm key={`${days.from} ${days.to}`} of={ofReport} days={days} />
        <Select label="Compare with" options={comparisons} value={compare} onChange={compareWith} />
        {compare === "days" && <DaysForm key={`${from} ${to}`} of={ofComparison} days={{ from, to }} />}
      </InlineStack>
    </BlockStack>
  );
}

/** Name of a date form, and the URL parameters that it sets or removes. */
type FormOf = {
  readonly label: string;
  readonly from: readonly [name: string, label: string];
  readonly to: readonly [name: string, label: string];
  readonly replaces: ReadonlySet<string>;
};

const ofReport: FormOf = {
  label: "Days of the report",
  from: ["from", "From"],
  to: ["to", "To"],
  replaces: new Set(["from", "to", "range", "page"]),
};

const ofComparison: FormOf = {
  label: "Days to compare with",
  from: ["compareFrom", "Compared from"],
  to: ["compareTo", "Compared to"],
  replaces: new Set(["compareFrom", "compareTo", "page"]),
};

/** Without JavaScript it is a form that asks for the same address. */
function DaysForm({ of, days: shown }: { of: FormOf; days: Days }) {
  const { params } = useReportAddress();
  const [days, setDays] = useState(shown);
  const isTurned = days.from !== "" && days.to !== "" && days.to < days.from;
  const day = (which: keyof Days, error?: string) => (
    <TextField
      label={of[which][1]}
      name={of[which][0]}
      type="date"
      autoComplete="off"
      value={days[which]}
      onChange={(text) => setDays((before) => ({ ...before, [which]: text }))}
      {...(error !== undefined && { error })}
    />
  );
  const others = [...params].filter(([name]) => !of.replaces.has(name));
  return (
    <Form method="get" aria-label={of.label} preventScrollReset>
      {others.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <InlineStack gap="300" blockAlign="end">
        {day("from")}
        {day("to", isTurned ? "Must not be before the first day" : undefined)}
        <Button submit>Apply</Button>
      </InlineStack>
    </Form>
  );
}

import { Form, useSearchParams } from "@remix-run/react";
import { BlockStack, Button, InlineStack, Select, TextField } from "@shopify/polaris";
import { useState } from "react";
import type { PerformanceWire } from "#app/contracts/dashboard.ts";
import { type DayStep, ranges } from "#app/domain/day-spans.ts";
import {
  AffiliateFilter,
  type ChosenAffiliate,
  type ChosenProgram,
  ProgramFilter,
} from "../../shared/pickers/filter-pickers.tsx";
import { RangeLinks } from "../../shared/range-links.tsx";

export type FilterChoices = {
  /** Affiliate that the figures are filtered by; null for all. */
  readonly affiliate: ChosenAffiliate | null;
  /** Program that the figures are filtered by. */
  readonly program: ChosenProgram | null;
};

type Props = FilterChoices & { performance: PerformanceWire };

/** Filters of the figures: days, affiliate and program. They are kept in the URL. */
export function PerformanceFilters({ performance, affiliate, program }: Props) {
  const { total, by } = performance;
  return (
    <div className="no-print">
      <BlockStack gap="300">
        <Ranges />
        <SpanForm
          key={`${total.from} ${total.to} ${by}`}
          from={total.from}
          to={total.to}
          by={by}
          kept={{ affiliate: performance.affiliate, program: performance.program }}
        />
        <InlineStack gap="300" blockAlign="center">
          <AffiliateFilter chosen={affiliate} />
          <ProgramFilter chosen={program} />
        </InlineStack>
      </BlockStack>
    </div>
  );
}

/** Other days may need another step. */
const replaced: ReadonlySet<string> = new Set(["range", "from", "to", "by"]);

function Ranges() {
  const [params] = useSearchParams();
  const isUsual = !params.has("from") && !params.has("to");
  const here = ranges.find((one) => one === (params.get("range") ?? (isUsual ? "last-30" : null)));
  const kept = [...params].filter(([name]) => !replaced.has(name));
  return (
    <RangeLinks
      here={here}
      hrefOf={(range) => `/dashboard?${new URLSearchParams([["range", range], ...kept]).toString()}`}
    />
  );
}

const steps: { label: string; value: DayStep }[] = [
  { label: "Day by day", value: "day" },
  { label: "Week by week", value: "week" },
  { label: "Month by month", value: "month" },
];

type Span = { readonly from: string; readonly to: string; readonly by: string };

type SpanFormProps = Span & {
  /** Other URL parameters, kept by the form. */
  readonly kept: Readonly<Record<string, string | null>>;
};

/** Days and step of the chart, kept in the URL. Without JavaScript this is a GET form. */
function SpanForm({ kept, ...shown }: SpanFormProps) {
  const [span, setSpan] = useState<Span>(shown);
  const isTurned = span.from !== "" && span.to !== "" && span.to < span.from;
  const day = (name: "from" | "to", label: string, error?: string) => (
    <TextField
      label={label}
      name={name}
      type="date"
      autoComplete="off"
      value={span[name]}
      onChange={(text) => setSpan((before) => ({ ...before, [name]: text }))}
      {...(error !== undefined && { error })}
    />
  );
  return (
    <Form method="get" aria-label="Days" preventScrollReset>
      {Object.entries(kept).map(
        ([name, value]) => value !== null && <input key={name} type="hidden" name={name} value={value} />,
      )}
      <InlineStack gap="300" blockAlign="end">
        {day("from", "From")}
        {day("to", "To", isTurned ? "Must not be before the first day" : undefined)}
        <Select
          label="Shown"
          name="by"
          options={steps}
          value={span.by}
          onChange={(by) => setSpan((before) => ({ ...before, by }))}
        />
        <Button submit>Apply</Button>
      </InlineStack>
    </Form>
  );
}

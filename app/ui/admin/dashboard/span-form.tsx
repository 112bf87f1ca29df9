import { Form } from "@remix-run/react";
import { Button, InlineStack, Select, TextField } from "@shopify/polaris";
import { useState } from "react";
import type { DayStep } from "#app/domain/day-spans.ts";

const steps: { label: string; value: DayStep }[] = [
  { label: "Day by day", value: "day" },
  { label: "Week by week", value: "week" },
  { label: "Month by month", value: "month" },
];

type Span = { readonly from: string; readonly to: string; readonly by: string };

type Props = Span & {
  /** What else the address says, and goes on saying. */
  readonly kept: Readonly<Record<string, string | null>>;
};

/** Which days, and how they are cut; both live in the address. Without JavaScript it is a form that asks for the same. */
export function SpanForm({ kept, ...shown }: Props) {
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

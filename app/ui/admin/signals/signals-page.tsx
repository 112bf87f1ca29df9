import { Form } from "@remix-run/react";
import { BlockStack, Button, InlineStack, Page, Select, Text } from "@shopify/polaris";
import { useState } from "react";
import type { SignalsWire } from "#app/contracts/signals.ts";
import { Section } from "../../shared/detail-page.tsx";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import { formatCount, formatDay } from "../../shared/format.ts";
import { useFileAction } from "../../shared/use-file-action.ts";
import { DayField } from "../backtests/day-field.tsx";
import { PeriodTable } from "./period-table.tsx";
import { SignalStrips } from "./signal-strips.tsx";
import { SignalTable } from "./signal-table.tsx";
import { SignalWords } from "./signal-words.tsx";

type Props = { signals: SignalsWire; fault: string | null; exportUrl: string };

/** Dashboard ▸ Signals: which share of orders carried which signal, and what would have been missed without each. */
export function SignalsPage({ signals, fault, exportUrl }: Props) {
  const { total } = signals;
  const file = useFileAction(exportUrl, "Export CSV");
  const days = `${formatDay(total.from)} to ${formatDay(total.to)}`;
  return (
    <Page title="Signals" fullWidth {...(total.orders > 0 && { secondaryActions: [file] })}>
      <BlockStack gap="400">
        <ErrorBanner message={fault} />
        <Section title="Days">
          <SpanForm key={`${total.from} ${total.to} ${signals.by}`} signals={signals} />
        </Section>
        {total.orders === 0 ? (
          <Section title="No orders in these days">
            <Text as="p">
              When orders come, this page shows over time by which signals they find their affiliate, and how
              many would have been lost without each.
            </Text>
          </Section>
        ) : (
          <>
            <Section title="What orders carried">
              <Text as="p">{`Orders of ${days}: ${formatCount(total.orders)}, of which ${formatCount(total.credited)} credited.`}</Text>
              <SignalStrips signals={signals} />
              <SignalTable total={total} />
            </Section>
            <Section title="Over time">
              <PeriodTable signals={signals} />
            </Section>
          </>
        )}
        <Section title="What the signals are">
          <SignalWords />
        </Section>
      </BlockStack>
    </Page>
  );
}

const steps = [
  { label: "Day by day", value: "day" },
  { label: "Week by week", value: "week" },
];

/** Without JavaScript it is a form that asks for the same address. */
function SpanForm({ signals: { total, by } }: { signals: SignalsWire }) {
  const [span, setSpan] = useState<{ from: string; to: string; by: string }>({
    from: total.from,
    to: total.to,
    by,
  });
  const isTurned = span.from !== "" && span.to !== "" && span.to < span.from;
  return (
    <Form method="get" aria-label="Days">
      <InlineStack gap="300" blockAlign="end">
        <DayField
          label="From"
          name="from"
          value={span.from}
          error={undefined}
          onChange={(from) => setSpan((before) => ({ ...before, from }))}
        />
        <DayField
          label="To"
          name="to"
          value={span.to}
          error={isTurned ? "Must not be before the first day" : undefined}
          onChange={(to) => setSpan((before) => ({ ...before, to }))}
        />
        <Select
          label="Shown"
          name="by"
          options={steps}
          value={span.by}
          onChange={(step) => setSpan((before) => ({ ...before, by: step }))}
        />
        <Button submit>Show</Button>
      </InlineStack>
    </Form>
  );
}

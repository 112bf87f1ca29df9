import { BlockStack, Button, FormLayout, InlineStack, Text } from "@shopify/polaris";
import { useCallback, useState } from "react";
import type { ImportWire } from "#app/contracts/backtest.ts";
import { Section } from "../../shared/detail-page.tsx";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import { bannerMessage, fieldError } from "../../shared/field-errors.ts";
import { formatCount, formatDay } from "../../shared/format.ts";
import { useIntentForm } from "../../shared/use-intent-form.ts";
import { useUiActions } from "../../state/ui-provider.tsx";
import { DayField } from "./day-field.tsx";
import { isOpen, RunProgress } from "./run-progress.tsx";

export type ImportsShown = {
  readonly imports: readonly ImportWire[];
  readonly earliestDay: string | null;
  /** Orders of the shop that are here, counted up to `countedUpTo`. */
  readonly ordersHere: number;
  readonly countedUpTo: number;
};

type Props = { shown: ImportsShown; defaults: { firstDay: string; lastDay: string } };

/** How many past orders are here, and reading more of them from Shopify. */
export function ImportSection({ shown, defaults }: Props) {
  const { imports, earliestDay, ordersHere, countedUpTo } = shown;
  const [newest] = imports;
  const running = newest !== undefined && isOpen(newest);
  const count = ordersHere >= countedUpTo ? `At least ${formatCount(countedUpTo)}` : formatCount(ordersHere);
  return (
    <Section title="Past orders">
      <Text as="p">{`${count} ${ordersHere === 1 ? "order is" : "orders are"} here.`}</Text>
      {newest && <RunProgress run={newest} label="Reading past orders" />}
      {newest?.status === "done" && (
        <Text as="p" tone="subdued">
          {`Last read: ${formatCount(newest.ordersDone)} orders of ${formatDay(newest.firstDay)} to ${formatDay(newest.lastDay)}.`}
        </Text>
      )}
      {!running && <ImportForm defaults={defaults} earliestDay={earliestDay} />}
    </Section>
  );
}

const fields = ["firstDay", "lastDay"] as const;

function ImportForm({ defaults, earliestDay }: { defaults: Props["defaults"]; earliestDay: string | null }) {
  const { addToast } = useUiActions();
  const onDone = useCallback(() => void addToast({ message: "Past orders are being read" }), [addToast]);
  const { fetcher, refusal, isBusy } = useIntentForm("import", onDone);
  const [days, setDays] = useState(defaults);
  const field = (name: (typeof fields)[number], label: string) => (
    <DayField
      label={label}
      name={name}
      value={days[name]}
      onChange={(value) => setDays((before) => ({ ...before, [name]: value }))}
      error={fieldError(refusal, name)}
    />
  );
  return (
    <fetcher.Form method="post">
      <input type="hidden" name="intent" value="import" />
      <BlockStack gap="300">
        <ErrorBanner message={bannerMessage(refusal, fields)} answer={refusal} />
        <FormLayout>
          <FormLayout.Group>
            {field("firstDay", "Read from")}
            {field("lastDay", "Read to")}
          </FormLayout.Group>
        </FormLayout>
        {earliestDay !== null && (
          <Text as="p" tone="subdued">
            {`Shopify tells this app of the last 60 days, from ${formatDay(earliestDay)} on. Older orders need its permission to read all orders.`}
          </Text>
        )}
        <InlineStack>
          <Button submit loading={isBusy}>
            Read past orders from Shopify
          </Button>
        </InlineStack>
      </BlockStack>
    </fetcher.Form>
  );
}

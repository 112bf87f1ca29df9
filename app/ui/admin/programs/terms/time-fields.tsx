import { BlockStack, InlineStack, Select, Text, TextField } from "@shopify/polaris";
import type { TermsDraft } from "./draft.ts";
import { useFieldFault } from "./editor-context.ts";

type Props = { terms: TermsDraft; onChange: (change: Partial<TermsDraft>) => void };

const approvals = [
  { value: "automatic", label: "automatically" },
  { value: "manual", label: "manually" },
];

const holdStarts = [
  { value: "order", label: "the order" },
  { value: "payment", label: "the payment" },
  { value: "fulfilment", label: "the fulfillment" },
];

/** Days for which the theme's embed remembers a click, as long as nobody says otherwise in the theme editor. */
const embedDays = 365;

const manualHelp =
  "Commissions wait for your approval after this period. Approve earlier to skip the rest of it.";

/** M11, M19: how long a click counts, and when and by whom a commission is approved. */
export function TimeFields({ terms, onChange }: Props) {
  const isManual = terms.approval === "manual";
  return (
    <BlockStack gap="300">
      <InlineStack gap="200" blockAlign="center">
        <Text as="span">Clicks count for</Text>
        <TextField
          label="Days that clicks count"
          labelHidden
          type="number"
          min={1}
          max={3650}
          value={terms.attributionDays}
          autoComplete="off"
          onChange={(attributionDays) => onChange({ attributionDays })}
          {...useFieldFault("terms.attributionDays", "attributionDays")}
        />
        <Text as="span">days</Text>
      </InlineStack>
      {Number(terms.attributionDays) > embedDays && (
        <Text as="p" tone="subdued">
          {`The theme's app embed remembers clicks for ${embedDays} days unless you change its settings.`}
        </Text>
      )}
      <InlineStack gap="200" blockAlign="center">
        <Text as="span">Approve</Text>
        <Select
          label="Approval"
          labelHidden
          options={approvals}
          value={terms.approval}
          onChange={(approval) => onChange({ approval: approval as TermsDraft["approval"] })}
          {...useFieldFault("terms.approval")}
        />
        <TextField
          label="Approval period in days"
          labelHidden
          type="number"
          min={0}
          max={365}
          value={terms.holdDays}
          autoComplete="off"
          onChange={(holdDays) => onChange({ holdDays })}
          {...useFieldFault("terms.holdDays", "holdDays")}
        />
        <Text as="span">days after</Text>
        <Select
          label="Start of the approval period"
          labelHidden
          options={holdStarts}
          value={terms.holdFrom}
          onChange={(holdFrom) => onChange({ holdFrom: holdFrom as TermsDraft["holdFrom"] })}
          {...useFieldFault("terms.holdFrom")}
        />
      </InlineStack>
      {isManual && (
        <Text as="p" tone="subdued">
          {manualHelp}
        </Text>
      )}
    </BlockStack>
  );
}

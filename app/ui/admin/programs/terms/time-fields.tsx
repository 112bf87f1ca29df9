import { FormLayout, Select, TextField } from "@shopify/polaris";
import type { TermsDraft } from "./draft.ts";
import { useFieldFault } from "./editor-context.ts";

type Props = { terms: TermsDraft; onChange: (change: Partial<TermsDraft>) => void };

const holdStarts = [
  { value: "order", label: "From the order" },
  { value: "payment", label: "From its payment" },
  { value: "fulfilment", label: "From its fulfilment" },
];

/** Days for which the theme's embed remembers a click, as long as nobody says otherwise in the theme editor. */
const embedDays = 365;

function windowHelp(days: string): string {
  const counts = "How long after a click an order counts.";
  if (Number(days) <= embedDays) return counts;
  return `${counts} The theme's embed remembers clicks for ${embedDays} days, unless its settings name more.`;
}

/** M11, M19: how long a click counts, and how long a commission waits. */
export function TimeFields({ terms, onChange }: Props) {
  return (
    <FormLayout>
      <FormLayout.Group>
        <TextField
          label="Attribution days"
          type="number"
          min={1}
          max={3650}
          value={terms.attributionDays}
          autoComplete="off"
          helpText={windowHelp(terms.attributionDays)}
          onChange={(attributionDays) => onChange({ attributionDays })}
          {...useFieldFault("terms.attributionDays", "attributionDays")}
        />
        <TextField
          label="Hold days"
          type="number"
          min={0}
          max={365}
          value={terms.holdDays}
          autoComplete="off"
          helpText="How long a commission waits before it can be paid."
          onChange={(holdDays) => onChange({ holdDays })}
          {...useFieldFault("terms.holdDays", "holdDays")}
        />
        <Select
          label="Hold begins"
          options={holdStarts}
          value={terms.holdFrom}
          onChange={(holdFrom) => onChange({ holdFrom: holdFrom as TermsDraft["holdFrom"] })}
          {...useFieldFault("terms.holdFrom")}
        />
      </FormLayout.Group>
    </FormLayout>
  );
}

import { Link, Text } from "@shopify/polaris";
import type { AttributionPreviewWire, AttributionWire } from "#app/contracts/attribution.ts";
import { Section } from "../../shared/detail-page.tsx";
import { formatCount } from "../../shared/format.ts";
import { useRulesPreview } from "./use-rules-preview.ts";

type Props = { rules: AttributionWire["rules"] | null; isDirty: boolean };

/** What the newest orders would have become under the draft. Nothing of it happens: the past stays as it was decided. */
export function RulesPreview({ rules, isDirty }: Props) {
  const { preview, isBusy } = useRulesPreview(isDirty ? rules : null);
  return (
    <Section title="What would have changed">
      <div aria-live="polite" aria-busy={isBusy}>
        <Text as="p">{sentenceOf(preview, { isDirty, isBusy, isComplete: rules !== null })}</Text>
        {isDirty && preview !== null && preview.changed.length > 0 && (
          <ul className="history-list">
            {preview.changed.map(({ id, name, from, to }) => (
              <li key={id}>
                <Link url={`/dashboard/orders/${id}`}>{name}</Link>
                {`: ${from?.name ?? "nobody"} → ${to?.name ?? "nobody"}`}
              </li>
            ))}
          </ul>
        )}
      </div>
    </Section>
  );
}

type Shown = { readonly isDirty: boolean; readonly isBusy: boolean; readonly isComplete: boolean };

function sentenceOf(preview: AttributionPreviewWire | null, shown: Shown): string {
  if (!shown.isDirty) return "Change something, and the newest orders are judged by it here.";
  if (!shown.isComplete) return "Enter the days first.";
  if (preview === null) {
    return shown.isBusy ? "Judging the newest orders…" : "The orders could not be judged.";
  }
  const orders = preview.orders === 1 ? "order" : "orders";
  return `Of the newest ${formatCount(preview.orders)} ${orders}, ${formatCount(preview.changed.length)} would have been credited to somebody else. What was decided stays.`;
}

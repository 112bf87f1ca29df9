import { Text } from "@shopify/polaris";
import { formatMoney } from "../../../shared/format.ts";
import type { LivePreview } from "./use-preview.ts";

/** What the draft pays for the basket, in one sentence that stays in sight while terms are typed. */
export function PreviewSummary({ preview }: { preview: LivePreview }) {
  return (
    <div className="needs-script preview-summary" aria-live="polite">
      <Text as="p" {...(preview.isStale && { tone: "subdued" as const })}>
        {summaryOf(preview)}
      </Text>
    </div>
  );
}

const wrongDraft = "What is wrong stands at its field; the preview is of the last draft without it.";

function summaryOf({ seen, errors, failure }: LivePreview): string {
  if (failure !== null) return failure;
  if (errors.length > 0) return wrongDraft;
  if (!seen?.basket) return "The preview comes in a moment.";
  const { draft, today } = seen.basket;
  const pays = `The draft pays ${formatMoney(draft.totals.commission)} for the basket below`;
  const beside = today ? `, today's terms pay ${formatMoney(today.totals.commission)}` : "";
  return `${pays}${beside}.${draft.moreThanSold ? " Commission is more than net sales." : ""}`;
}

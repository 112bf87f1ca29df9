import { Text } from "@shopify/polaris";
import { formatRatio } from "../../shared/format.ts";

type Props = { now: number; before: number; span: string };

/**
 * How a figure moved against the days before. Amounts come as numbers: what is written is a share of two digits, never
 * money.
 */
export function ChangeText({ now, before, span }: Props) {
  return (
    <Text as="span" variant="bodySm" tone="subdued">
      <span aria-hidden="true" className="change-arrow">
        {arrowOf(now - before)}
      </span>
      {`${changeOf(now, before)} ${span}`}
    </Text>
  );
}

function arrowOf(change: number): string {
  if (change === 0) return "";
  return change > 0 ? "▲ " : "▼ ";
}

/** "12% more than", "as many as": without a beginning a share says nothing, so that the words do. */
function changeOf(now: number, before: number): string {
  if (now === before) return "As in";
  if (before <= 0) return now > before ? "More than in" : "Less than in";
  const share = formatRatio(Math.trunc((Math.abs(now - before) / before) * 1000) / 1000);
  return now > before ? `${share} more than in` : `${share} less than in`;
}

import { Button, InlineStack } from "@shopify/polaris";
import { rangeLabels } from "#app/contracts/report-words.ts";
import { type Range, ranges } from "#app/domain/day-spans.ts";

type Props = {
  /** The current range; undefined for other days. */
  readonly here: Range | undefined;
  readonly hrefOf: (range: Range) => string;
};

/** Common ranges of days as links, so that they work without JavaScript. */
export function RangeLinks({ here, hrefOf }: Props) {
  return (
    <nav aria-label="Days" className="no-print">
      <InlineStack gap="100">
        {ranges.map((one) => (
          <Button
            key={one}
            url={hrefOf(one)}
            variant={one === here ? "secondary" : "tertiary"}
            accessibilityLabel={one === here ? `${rangeLabels[one]}, selected` : rangeLabels[one]}
          >
            {rangeLabels[one]}
          </Button>
        ))}
      </InlineStack>
    </nav>
  );
}

import { Button, InlineStack } from "@shopify/polaris";
import { rangeLabels } from "#app/contracts/report-words.ts";
import { type Range, ranges } from "#app/domain/day-spans.ts";

type Props = {
  /** The one that is shown; undefined where other days are. */
  readonly here: Range | undefined;
  readonly hrefOf: (range: Range) => string;
};

/** The days that people ask for most, each a link, so that they work without JavaScript. */
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

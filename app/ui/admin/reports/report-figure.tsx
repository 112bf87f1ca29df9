import { Link, Text } from "@shopify/polaris";
import type { ReportFiguresWire, ReportRowWire } from "#app/contracts/report.ts";
import { columnLabels } from "#app/contracts/report-words.ts";
import type { ReportColumn } from "#app/domain/report.ts";
import { figureText, figureValue, movedText } from "./figure-text.ts";

type Props = {
  row: Pick<ReportRowWire, "figures" | "before">;
  column: ReportColumn;
  /** Name of the row for screen readers. */
  of: string;
  /** The list that it is the sum of, where there is one. */
  url: string | null;
};

/** A figure, which opens the list that it is the sum of, and how it moved. */
export function ReportFigure({ row: { figures, before }, column, of, url }: Props) {
  return (
    <>
      <Figure figures={figures} column={column} of={of} url={url} />
      {before !== null && (
        <Text as="p" variant="bodySm" tone="subdued">
          {movedText(figures, before, column)}
        </Text>
      )}
    </>
  );
}

type FigureProps = Omit<Props, "row"> & { figures: ReportFiguresWire };

function Figure({ figures, column, of, url }: FigureProps) {
  const text = figureText(figures, column);
  // A zero links to no rows.
  if (url === null || !figureValue(figures, column)) return text;
  return (
    <Link url={url} removeUnderline accessibilityLabel={`${columnLabels[column]} of ${of}: ${text}`}>
      {text}
    </Link>
  );
}

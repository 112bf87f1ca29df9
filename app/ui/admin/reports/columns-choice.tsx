import { Box, Button, ChoiceList, Popover } from "@shopify/polaris";
import { useState } from "react";
import { columnLabels } from "#app/contracts/report-words.ts";
import type { ReportColumn } from "#app/domain/report.ts";
import { useReportAddress } from "./use-report-address.ts";

type Props = { all: readonly ReportColumn[]; shown: readonly ReportColumn[] };

/** Which of its columns a report shows. The last one stays: a report of nothing would be none. */
export function ColumnsChoice({ all, shown }: Props) {
  const { go } = useReportAddress();
  const [open, setOpen] = useState(false);
  function choose(chosen: readonly string[]): void {
    if (chosen.length === 0) return;
    const columns = all.filter((column) => chosen.includes(column));
    go({ columns: columns.length === all.length ? null : columns.join(",") });
  }
  return (
    <Popover
      active={open}
      onClose={() => setOpen(false)}
      activator={
        <Button disclosure onClick={() => setOpen(!open)}>
          Columns
        </Button>
      }
    >
      <Box padding="300">
        <ChoiceList
          title="Columns of this report"
          allowMultiple
          choices={all.map((column) => ({ label: columnLabels[column], value: column }))}
          selected={[...shown]}
          onChange={choose}
        />
      </Box>
    </Popover>
  );
}

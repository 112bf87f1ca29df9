import { Button } from "@shopify/polaris";
import { reportTitle } from "#app/contracts/report-words.ts";
import { type ReportName, reportNames } from "#app/domain/report.ts";
import { inReport, useReportAddress } from "./use-report-address.ts";

/** One report beside the other, over the same days and filters. On a phone the row scrolls. */
export function ReportTabs({ name: here }: { name: ReportName }) {
  const { params } = useReportAddress();
  return (
    <nav aria-label="Reports" className="report-tabs no-print">
      {reportNames.map((name) => (
        <Button
          key={name}
          url={`?${inReport(params, name).toString()}`}
          // A link takes no pressed look in Polaris: the chosen one is the one with an edge.
          variant={name === here ? "secondary" : "tertiary"}
          accessibilityLabel={name === here ? `${reportTitle(name)}, selected` : reportTitle(name)}
        >
          {reportTitle(name)}
        </Button>
      ))}
    </nav>
  );
}

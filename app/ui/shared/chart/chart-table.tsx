import { useSearchParams } from "@remix-run/react";
import type { ReactNode } from "react";
import { useText } from "../../texts/use-text.ts";
import { useAfterFirstPaint } from "../use-after-first-paint.ts";

/** Parameter of the address that has the server draw the table. */
const tableParam = "table";

/**
 * The numbers of a chart, closed at first. They are a large part of a page's elements, so the browser adds them once
 * the page works. Without scripts, a link asks the server for them.
 */
export function ChartTable({ children }: { children: () => ReactNode }) {
  const t = useText("charts");
  const [params] = useSearchParams();
  const isAsked = params.has(tableParam);
  const isThere = useAfterFirstPaint(isAsked);
  return (
    <details className="period-table" open={isAsked}>
      <summary>{t("table")}</summary>
      {isThere ? (
        children()
      ) : (
        <noscript>
          <a href={`?${new URLSearchParams([...params, [tableParam, ""]]).toString()}`}>{t("table")}</a>
        </noscript>
      )}
    </details>
  );
}

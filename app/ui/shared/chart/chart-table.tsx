import { useSearchParams } from "@remix-run/react";
import type { ReactNode } from "react";
import { useText } from "../../texts/use-text.ts";
import { useAfterFirstPaint } from "../use-after-first-paint.ts";

/** Parameter of the address that has the server draw the table. */
const tableParam = "table";

/**
 * The numbers of a chart, which are a large part of a page's elements, and closed. So the browser adds them once the
 * page works, and the server only if asked to, which is what a browser without scripts can do.
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

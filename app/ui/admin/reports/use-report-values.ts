import { useEffect, useState } from "react";
import { valueLabel } from "#app/contracts/report-words.ts";
import { type ReportKey, type ReportName, reportNames, reports } from "#app/domain/report.ts";
import { callApi } from "../../shared/api-client.ts";

/** A value that orders of some days have, and what people call it. */
export type ReportValue = { readonly value: string; readonly label: string };

/** As many as the API answers at once: those with most orders. */
const mostAsked = 250;

const nameOf = (key: ReportKey): ReportName =>
  reportNames.find((name) => reports[name] === key) ?? "affiliates";

/**
 * What the report of a key tells apart in these days, most orders first; null until it is there. Where it cannot be had
 * there is nothing: a value can be typed without it.
 */
export function useReportValues(
  key: ReportKey,
  { from, to }: { readonly from: string; readonly to: string },
): readonly ReportValue[] | null {
  const [found, setFound] = useState<{ of: string; values: readonly ReportValue[] } | null>(null);
  const query = new URLSearchParams({
    from,
    to,
    columns: "orders",
    sort: "orders",
    limit: String(mostAsked),
  });
  const url = `/api/v1/reports/${nameOf(key)}?${query.toString()}`;
  useEffect(() => {
    const leaving = new AbortController();
    callApi(url, { signal: leaving.signal })
      .then((answer) => setFound({ of: url, values: valuesIn(key, answer) }))
      .catch(() => {
        if (!leaving.signal.aborted) setFound({ of: url, values: [] });
      });
    return () => leaving.abort();
  }, [key, url]);
  return found?.of === url ? found.values : null;
}

/** Each value once, in however many currencies it has orders. */
function valuesIn(key: ReportKey, answer: unknown): ReportValue[] {
  const items = typeof answer === "object" && answer !== null && "items" in answer ? answer.items : null;
  const rows = Array.isArray(items) ? items.filter(isRow) : [];
  const labels = new Map(rows.map(({ value, name }) => [value, valueLabel(key, value, name)]));
  return [...labels].map(([value, label]) => ({ value, label }));
}

function isRow(one: unknown): one is { value: string; name: string | null } {
  if (typeof one !== "object" || one === null || !("value" in one) || !("name" in one)) return false;
  return typeof one.value === "string" && (one.name === null || typeof one.name === "string");
}

import { useEffect, useState } from "react";
import { valueLabel } from "#app/contracts/report-words.ts";
import { type ReportKey, type ReportName, reportNames, reports } from "#app/domain/report.ts";
import { callApi } from "../../shared/api-client.ts";

/** A value that orders of some days have, and what people call it. */
export type ReportValue = { readonly value: string; readonly label: string };

/** As many as a person looks through. */
const mostAsked = 10;
const searchDelayMs = 300;

const nameOf = (key: ReportKey): ReportName =>
  reportNames.find((name) => reports[name] === key) ?? "affiliates";

/**
 * What the report of a key tells apart in these days and a typed text finds, most orders first, asked for when the person
 * pauses; null until it is there. Where it cannot be had there is nothing: a value can be typed without it.
 */
export function useReportValues(
  key: ReportKey,
  { from, to }: { readonly from: string; readonly to: string },
  typed: string,
): readonly ReportValue[] | null {
  const [found, setFound] = useState<{ of: string; values: readonly ReportValue[] } | null>(null);
  const search = typed.trim();
  const query = new URLSearchParams({ from, to, ...(search && { search }), limit: String(mostAsked) });
  const url = `/api/v1/reports/${nameOf(key)}/values?${query.toString()}`;
  useEffect(() => {
    const leaving = new AbortController();
    const ask = () => {
      callApi(url, { signal: leaving.signal })
        .then((answer) => setFound({ of: url, values: valuesIn(key, answer) }))
        .catch(() => {
          if (!leaving.signal.aborted) setFound({ of: url, values: [] });
        });
    };
    const timer = setTimeout(ask, search === "" ? 0 : searchDelayMs);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [key, url, search]);
  return found?.of === url ? found.values : null;
}

function valuesIn(key: ReportKey, answer: unknown): ReportValue[] {
  const values = typeof answer === "object" && answer !== null && "values" in answer ? answer.values : null;
  const rows = Array.isArray(values) ? values.filter(isRow) : [];
  return rows.map(({ value, name }) => ({ value, label: valueLabel(key, value, name) }));
}

function isRow(one: unknown): one is { value: string; name: string | null } {
  if (typeof one !== "object" || one === null || !("value" in one) || !("name" in one)) return false;
  return typeof one.value === "string" && (one.name === null || typeof one.name === "string");
}

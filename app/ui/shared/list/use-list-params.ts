import { useMemo } from "react";
import { useAddress } from "../use-address.ts";

/** What a list shows lives in its address: `search`, `status`, `kind`, `method`, `tag`, `currency`, `program`, `affiliate`, the signals, the days `from`, `to` and `asOf`, `sort`, `page`, `limit`. Defaults are left out. */
export type ListParams = {
  readonly search: string;
  readonly status: string;
  readonly kind: string;
  readonly method: string;
  readonly tag: string;
  readonly currency: string;
  readonly program: string;
  readonly affiliate: string;
  readonly signal: string;
  readonly missedWithout: string;
  readonly movedWithout: string;
  readonly from: string;
  readonly to: string;
  readonly asOf: string;
  readonly sort: string;
  readonly page: number;
  readonly limit: number;
};

export type ListChange = Partial<Record<keyof ListParams, string | number | null>>;

/** SPEC §9. */
const firstPage = 1;
const usualLimit = 10;

export function readListParams(params: URLSearchParams): ListParams {
  const text = (name: string) => params.get(name) ?? "";
  return {
    search: text("search"),
    status: text("status"),
    kind: text("kind"),
    method: text("method"),
    tag: text("tag"),
    currency: text("currency"),
    program: text("program"),
    affiliate: text("affiliate"),
    signal: text("signal"),
    missedWithout: text("missedWithout"),
    movedWithout: text("movedWithout"),
    from: text("from"),
    to: text("to"),
    asOf: text("asOf"),
    sort: text("sort"),
    page: wholeNumber(params.get("page"), firstPage),
    limit: wholeNumber(params.get("limit"), usualLimit),
  };
}

/** The query after a change. Whatever changes but the page itself leads back to the first page. */
export function changedParams(params: URLSearchParams, change: ListChange): URLSearchParams {
  const next = new URLSearchParams(params);
  if (!("page" in change)) next.delete("page");
  next.delete("cursor");
  for (const [name, value] of Object.entries(change)) {
    const usual = (name === "page" && value === firstPage) || (name === "limit" && value === usualLimit);
    if (value === null || value === undefined || value === "" || usual) next.delete(name);
    else next.set(name, String(value));
  }
  return next;
}

function wholeNumber(text: string | null, otherwise: number): number {
  const number = Number(text ?? "");
  return Number.isSafeInteger(number) && number > 0 ? number : otherwise;
}

/** The list's parameters, a way to change them, and the address that a change would have. */
export function useListParams() {
  const { query, change, hrefOf } = useAddress(changedParams);
  const params = useMemo(() => readListParams(query), [query]);
  return { params, change, hrefOf };
}

import { otherValue } from "#app/domain/report-dimensions.ts";
import { type ReportColumn, type ReportKey, type ReportName, reports } from "#app/domain/report.ts";
import type { Range } from "#app/domain/day-spans.ts";

type Words = { readonly title: string; readonly one: string; readonly none: string };

/** What people call a report, one of its rows, and the row of what has no value. */
const words: Record<ReportName, Words> = {
  affiliates: { title: "Affiliates", one: "Affiliate", none: "No affiliate" },
  tags: { title: "Tags", one: "Tag", none: "No tag" },
  programs: { title: "Programs", one: "Program", none: "No program" },
  products: { title: "Products", one: "Product", none: "No product" },
  codes: { title: "Codes", one: "Code", none: "No code" },
  links: { title: "Links", one: "Link", none: "No further link" },
  "sub-ids": { title: "Sub-ids", one: "Sub-id", none: "No sub-id" },
  "landing-pages": { title: "Landing pages", one: "Landing page", none: "Page not known" },
  countries: { title: "Countries", one: "Country", none: "Country not known" },
  customers: { title: "New and returning", one: "Customer", none: "Customer not known" },
  channels: { title: "Channels", one: "Channel", none: "Channel not known" },
};

export const reportTitle = (name: ReportName): string => words[name].title;

const nameOfKey = new Map<ReportKey, ReportName>(
  (Object.keys(reports) as ReportName[]).map((name) => [reports[name], name]),
);

const wordsOf = (key: ReportKey): Words => words[nameOfKey.get(key) ?? "affiliates"];

/** What one value of it is: "Landing page". */
export const keyLabel = (key: ReportKey): string => wordsOf(key).one;

const countries = new Intl.DisplayNames("en", { type: "region", fallback: "code" });

/** What people call a value. `name` is what the books call it, where they do; countries are named by the server alone. */
export function valueLabel(key: ReportKey, value: string, name: string | null): string {
  if (name !== null) return name;
  if (value === "") return wordsOf(key).none;
  if (value === otherValue) return "All others";
  if (key === "customer") return value === "new" ? "New customers" : "Returning customers";
  if (key === "product") return `Product ${value}`;
  return key === "country" && /^[A-Z]{2}$/.test(value) ? (countries.of(value) ?? value) : value;
}

const every = Array.from({ length: 26 }, (_none, at) => String.fromCodePoint(65 + at));
const everyCountry = every.flatMap((first) => every.map((second) => `${first}${second}`));

/** Values whose names stand in no book, with their key. */
function wordedValues(key: ReportKey): readonly string[] {
  const own = key === "customer" ? ["new", "returning"] : [];
  return ["", otherValue, ...own, ...(key === "country" ? everyCountry : [])];
}

/** Those of them whose name holds a text. */
export function valuesCalled(key: ReportKey, text: string): string[] {
  const wanted = text.toLowerCase();
  return wordedValues(key).filter((value) => valueLabel(key, value, null).toLowerCase().includes(wanted));
}

export const columnLabels: Record<ReportColumn, string> = {
  clicks: "Clicks",
  visitors: "Daily unique visitors",
  orders: "Orders",
  conversionRate: "Conversion rate",
  revenue: "Revenue",
  refunds: "Refunds",
  net: "Net sales",
  commission: "Commission",
  effectiveRate: "Effective rate",
  averageOrder: "Average order",
  earningsPerClick: "Earnings per click",
  newCustomers: "New customers",
  secondsToOrder: "Click to order",
};

export const rangeLabels: Record<Range, string> = {
  today: "Today",
  yesterday: "Yesterday",
  "last-7": "7 days",
  "last-30": "30 days",
  "last-90": "90 days",
  "this-month": "This month",
  "last-month": "Last month",
  "this-year": "This year",
  "last-year": "Last year",
};

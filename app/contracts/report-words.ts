import {
  otherValue,
  type ReportColumn,
  type ReportKey,
  type ReportName,
  reports,
} from "#app/domain/report.ts";

type Words = { readonly title: string; readonly one: string; readonly none: string };

/** Names of a report, of one of its rows, and of the row without a value. */
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

/** Name of one value of a key: "Landing page". */
export const keyLabel = (key: ReportKey): string => wordsOf(key).one;

const countries = new Intl.DisplayNames("en", { type: "region", fallback: "code" });

/** Label of a value. `name` is the name in the database, if it has one. Only the server names countries. */
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

/** Values of a key whose names are not in the database. */
function wordedValues(key: ReportKey): readonly string[] {
  const own = key === "customer" ? ["new", "returning"] : [];
  return ["", otherValue, ...own, ...(key === "country" ? everyCountry : [])];
}

/** Those values whose label contains a text. */
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

export const otherCommissionKinds = ["bonuses", "manual", "adjustments"] as const;
export type OtherCommissionKind = (typeof otherCommissionKinds)[number];

/** Names of the earnings other than commissions from orders. */
export const otherCommissionLabels: Record<OtherCommissionKind, string> = {
  bonuses: "Bonuses",
  manual: "Added by hand",
  adjustments: "Adjusted by hand",
};

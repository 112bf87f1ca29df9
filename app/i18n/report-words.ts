import {
  otherValue,
  type ReportColumn,
  type ReportKey,
  type ReportName,
  reports,
} from "#app/domain/report.ts";
import { reportWords } from "./en/admin/report-words.ts";
import { textsOf } from "./message.ts";

/** The server and the browser name the same things, so the texts come with this file. */
const t = textsOf("reportWords", reportWords);

export const reportTitle = (name: ReportName): string => t(`reports.${name}.title`);

const nameOfKey = new Map<ReportKey, ReportName>(
  (Object.keys(reports) as ReportName[]).map((name) => [reports[name], name]),
);

const nameOf = (key: ReportKey): ReportName => nameOfKey.get(key) ?? "affiliates";

/** Name of one value of a key: "Landing page". */
export const keyLabel = (key: ReportKey): string => t(`reports.${nameOf(key)}.one`);

const countries = new Intl.DisplayNames("en", { type: "region", fallback: "code" });

/** Label of a value. `name` is the name in the database, if it has one. Only the server names countries. */
export function valueLabel(key: ReportKey, value: string, name: string | null): string {
  if (name !== null) return name;
  if (value === "") return t(`reports.${nameOf(key)}.none`);
  if (value === otherValue) return t("values.other");
  if (key === "customer") return t(value === "new" ? "values.new" : "values.returning");
  if (key === "product") return t("values.product", { id: value });
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

/** Name of a column. */
export const columnLabel = (column: ReportColumn): string => t(`columns.${column}`);

import { exponentOf, findDecimal, isCurrency } from "../money.ts";
import { isStorable } from "../plain.ts";
import { distinctTags, longestTag, mostTags } from "../tags.ts";
import { amountCell, decimalText } from "../tables/amount-cell.ts";
import { dateCell } from "../tables/date-cell.ts";
import type { TableLine } from "../tables/table.ts";
import { isImportedParameter } from "../referral-code.ts";
import { plainCell, stateOf } from "./detect-import.ts";
import {
  type ImportUse,
  personStates,
  type PersonState,
  type ReferralState,
  referralStates,
} from "./import-kinds.ts";
import type { ImportReading } from "./import-reading.ts";
import { type ImportedRate, rateIn } from "./imported-rate.ts";
import { allSystems } from "./layouts/all-systems.ts";
import type { RowCode } from "./outcomes.ts";

/** A parameter of the other system's links with the affiliate's value. */
export type LinkName = { readonly parameter: string; readonly value: string };

/** A person of a file. Texts are '' if the file has none. */
export type PersonRow = {
  readonly number: number;
  readonly fault: RowCode | null;
  readonly email: string;
  readonly name: string;
  readonly externalId: string;
  readonly state: PersonState;
  readonly joined: string | null;
  readonly note: string;
  readonly tags: readonly string[];
  readonly payoutEmail: string;
  readonly referralCode: string;
  readonly links: readonly LinkName[];
  readonly discountCodes: readonly string[];
  /** True if the file has more tags, links or discount codes than a person may have. */
  readonly hasMore: boolean;
  readonly program: string;
  /** Null if the file has none, or none that can be read. */
  readonly rate: ImportedRate | null;
};

/** A customer of an affiliate. */
export type CustomerRow = {
  readonly number: number;
  readonly fault: RowCode | null;
  readonly customerEmail: string;
  /** The affiliate's address. */
  readonly email: string;
  readonly externalId: string;
};

/** A commission, balance or payment of a file. */
export type AmountRow = {
  readonly number: number;
  readonly fault: RowCode | null;
  readonly email: string;
  readonly externalId: string;
  /** As written, without "#". '' for none. */
  readonly order: string;
  readonly day: string | null;
  /** "14:20:05", with the day. Null if the file has none. */
  readonly time: string | null;
  /** Minor units with their sign. 0 with a fault if it can't be read. */
  readonly amountMinor: bigint;
  /** '' with a fault. */
  readonly currency: string;
  /** The amount in each currency, if the cell and the column name different ones. */
  readonly readings: readonly ReadAmount[];
  readonly state: ReferralState;
  /** Day on which a pending amount becomes available. Null for others. */
  readonly releaseDay: string | null;
};

export type Cells = (use: ImportUse) => readonly string[];

export function cellReader({ cells }: TableLine, columns: readonly ImportUse[]): Cells {
  return (use) => columns.flatMap((one, at) => (one === use ? [plainCell(cells[at] ?? "")] : []));
}

export const firstOf = (cells: Cells, use: ImportUse): string => cells(use)[0] ?? "";

/** The people of a file, in its order. */
export function personRows(lines: readonly TableLine[], reading: ImportReading): PersonRow[] {
  return lines.map((line) => personRow(line, reading));
}

function personRow(line: TableLine, reading: ImportReading): PersonRow {
  const cells = cellReader(line, reading.columns);
  const email = emailOf(firstOf(cells, "email"));
  const name = nameIn(cells) || (email.split("@", 1)[0] ?? "");
  const word = firstOf(cells, "status");
  const state = personStates.find((one) => one === stateOf(word, reading));
  const tags = distinctTags(listIn(cells("tags"))).filter((tag) => tag.length <= longestTag);
  const links = cells("link").flatMap((link) => linkNames(link, allSystems[reading.system].parameter));
  const discountCodes = discountCodesIn(cells);
  return {
    number: line.number,
    fault: emailFault(email) ?? (word !== "" && state === undefined ? "status_unknown" : null),
    email,
    name,
    externalId: storable(firstOf(cells, "affiliateId"), longestId),
    // A file without a status has people who take part.
    state: state ?? "active",
    joined: dayOf(firstOf(cells, "joined"), reading),
    note: storable(firstOf(cells, "note"), longestNote),
    tags: tags.slice(0, mostTags),
    payoutEmail: isEmail(firstOf(cells, "payoutEmail")) ? firstOf(cells, "payoutEmail") : "",
    referralCode: storable(firstOf(cells, "referralCode"), longestId),
    links: links.slice(0, mostParts),
    discountCodes: discountCodes.slice(0, mostParts),
    hasMore: tags.length > mostTags || links.length > mostParts || discountCodes.length > mostParts,
    program: programIn(cells),
    rate: rateIn(cells, reading.system),
  };
}

/** The whole name, or the first and last name. */
export function nameIn(cells: Cells): string {
  const parts = [firstOf(cells, "firstName"), firstOf(cells, "lastName")].filter((part) => part !== "");
  return storable(firstOf(cells, "name") || parts.join(" "), longestName);
}

const longestName = 200;
const longestId = 100;
const longestNote = 2000;
/** Links and discount codes of a person. More are an error in the file. */
const mostParts = 50;

/** The name of the row's program. '' for none. */
export const programIn = (cells: Cells): string => storable(firstOf(cells, "program"), longestProgram);

const longestProgram = 120;

export const storable = (text: string, longest: number): string =>
  isStorable(text)
    ? text
        .replaceAll(/\p{Cc}/gu, " ")
        .slice(0, longest)
        // Half of a sign that the cut went through.
        .replace(/\p{Cs}$/u, "")
        .trim()
    : "";

function listIn(cells: readonly string[]): string[] {
  const all = cells.flatMap((cell) => cell.split(/[,;|\n]/)).map((one) => storable(one, longestId));
  return [...new Set(all.filter((one) => one !== ""))];
}

/** More than an address may have (`isEmail`), and few enough for an index of the database. */
const longestEmail = 300;

/** An address as written, without the words that a system puts behind it. */
function emailOf(text: string): string {
  return storable(text, longestEmail)
    .replace(/\((?:moved|deleted)\)$/i, "")
    .replace(/^mailto:/i, "")
    .trim();
}

export function discountCodesIn(cells: Cells): string[] {
  return listIn(cells("discountCodes")).filter((code) => /[\p{L}\p{N}]/u.test(code));
}

const emailShape = /^[^\s@<>()",;:\\[\]]+@[^\s@<>()",;:\\[\]]+\.[^\s@<>()",;:\\[\].]{2,}$/u;

function isEmail(text: string): boolean {
  return text.length <= 254 && isStorable(text) && emailShape.test(text);
}

function emailFault(email: string): RowCode | null {
  if (email === "") return "email_missing";
  return isEmail(email) ? null : "email_invalid";
}

/** The link's parameter of the system, or every one that can name an affiliate if the system is unknown. */
export function linkNames(link: string, parameter: string): LinkName[] {
  const query = URL.parse(link, "https://storefront.invalid/")?.searchParams;
  if (!query) return [];
  const own = parameter === "" ? [...new Set(query.keys())] : [parameter];
  return own.flatMap((name) => {
    const value = query.get(name)?.trim() ?? "";
    const isUsable = isImportedParameter(name) && value !== "" && value.length <= 200 && isStorable(value);
    return isUsable && !/\p{Cc}/u.test(value) ? [{ parameter: name, value }] : [];
  });
}

function dayOf(cell: string, { dates }: Pick<ImportReading, "dates">): string | null {
  return dateCell(cell)?.days[dates] ?? null;
}

/** The customers of a file, in its order. */
export function customerRows(lines: readonly TableLine[], reading: ImportReading): CustomerRow[] {
  return lines.map((line) => {
    const cells = cellReader(line, reading.columns);
    const customerEmail = emailOf(firstOf(cells, "customerEmail"));
    const email = emailOf(firstOf(cells, "email"));
    const externalId = storable(firstOf(cells, "affiliateId"), longestId);
    const fault =
      customerFault(customerEmail) ?? (email === "" && externalId === "" ? "affiliate_missing" : null);
    return { number: line.number, fault, customerEmail, email, externalId };
  });
}

function customerFault(email: string): RowCode | null {
  if (email === "") return "customer_missing";
  return isEmail(email) ? null : "customer_invalid";
}

/** The commissions, balances or payments of a file, in its order. */
export function amountRows(lines: readonly TableLine[], reading: ImportReading): AmountRow[] {
  return lines.map((line) => amountRow(line, reading));
}

export function amountRow(line: TableLine, reading: ImportReading): AmountRow {
  const cells = cellReader(line, reading.columns);
  const email = emailOf(firstOf(cells, "email"));
  const externalId = storable(firstOf(cells, "affiliateId"), longestId);
  const amount = amountIn(firstOf(cells, "amount"), firstOf(cells, "currency"), reading);
  const state = stateIn(cells, reading);
  const isNamed = email !== "" || externalId !== "" || nameIn(cells) !== "";
  const named = isNamed ? null : ("affiliate_missing" as const);
  const stateFault = named ?? (state === null ? ("status_unknown" as const) : null);
  const fault = typeof amount === "string" ? amount : (stateFault ?? differenceOf(amount));
  return {
    number: line.number,
    fault,
    email,
    externalId,
    order: orderIn(firstOf(cells, "order")),
    day: dayOf(firstOf(cells, "date"), reading),
    time: dateCell(firstOf(cells, "date"))?.time ?? null,
    ...valueOf(amount),
    state: state ?? "denied",
    releaseDay:
      state === "pending" ? (dayOf(firstOf(cells, "releaseDate"), reading) ?? reading.releaseOn) : null,
  };
}

/** A row in two currencies needs a decision. */
const differenceOf = ({ length }: readonly ReadAmount[]) => (length > 1 ? "currency_differs" : null);

function valueOf(amount: RowCode | readonly ReadAmount[]) {
  const readings = typeof amount === "string" ? [] : amount;
  const [only, another] = readings;
  if (!only || another) return { amountMinor: 0n, currency: "", readings };
  return { ...only, readings: [] };
}

/** Blank and 0 are a system's ways to say that there is no order. */
function orderIn(text: string): string {
  const order = storable(text, longestId).replace(/^#/, "").trim();
  return /^0*$/.test(order) ? "" : order;
}

/**
 * A balance is approved, and a payment was paid. A column "paid" decides over the status. A file without either,
 * which only an audit reads, has approved commissions.
 */
function stateIn(cells: Cells, reading: ImportReading): ReferralState | null {
  if (reading.kind === "balances") return "approved";
  if (reading.kind === "payments") return "paid";
  const state = referralStates.find((one) => one === stateOf(firstOf(cells, "status"), reading)) ?? null;
  const { columns } = reading;
  if (!columns.includes("paid")) return columns.includes("status") ? state : "approved";
  const paid = firstOf(cells, "paid").toLowerCase();
  const isUnpaid = unpaidWords.has(paid);
  if (!columns.includes("status")) return isUnpaid ? "approved" : "paid";
  if (state === null || state === "denied") return state;
  return isUnpaid ? state : "paid";
}

/** In a column "paid", anything else is the id or day of a payment. Post Affiliate Pro writes U, others 0. */
const unpaidWords: ReadonlySet<string> = new Set([
  "",
  "0",
  "no",
  "false",
  "u",
  "unpaid",
  "not paid",
  "pending",
]);

export type ReadAmount = { readonly amountMinor: bigint; readonly currency: string };

function amountIn(
  cell: string,
  named: string,
  { amounts, currency: usual }: Pick<ImportReading, "amounts" | "currency">,
): readonly ReadAmount[] | RowCode {
  if (cell === "") return "amount_missing";
  const read = amountCell(cell);
  if (read === null || read.mark !== null) return "amount_unreadable";
  const currency = (named || (read.currency ?? usual ?? "")).toUpperCase();
  if (!isCurrency(currency)) return "currency_unknown";
  const readings: ReadAmount[] = [];
  for (const one of new Set([currency, read.currency ?? currency])) {
    const size = minorOf(read.body, one, amounts);
    if (size === null || size > mostMinor) return "amount_unreadable";
    readings.push({ amountMinor: read.sign === "-" ? -size : size, currency: one });
  }
  return readings;
}

/** Above this, an amount is an error in the file. */
const mostMinor = 1_000_000_000_000n;

/** Exports of calculated amounts have more decimals than the currency. They are rounded half away from zero. */
function minorOf(body: string, currency: string, form: ImportReading["amounts"]): bigint | null {
  if (form === "cents") return /^\d{1,15}$/.test(body) ? BigInt(body) : null;
  const text = decimalText(body.replace(/([.,]\d{6})\d+$/, "$1"), form);
  if (text === null) return null;
  const exact = findDecimal(text, currency);
  if (exact !== null) return exact.minor;
  const [whole = "0", fraction = ""] = text.split(".");
  const places = exponentOf(currency);
  const kept = BigInt(`${whole}${fraction.slice(0, places)}`);
  return Number(fraction[places] ?? "0") >= 5 ? kept + 1n : kept;
}

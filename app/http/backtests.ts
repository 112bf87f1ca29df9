import { z } from "zod";
import { type BacktestPlace, backtestsPath } from "#app/contracts/backtest-place.ts";
import type { BacktestForm } from "#app/contracts/backtest.ts";
import { termsCodec, type TermsGiven, termsOfWire } from "#app/contracts/terms-codecs.ts";
import { termsBody } from "#app/contracts/terms.ts";
import { encode } from "#app/contracts/wire.ts";
import type { ShopWith } from "#app/domain/context.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { isRefusal, type Refusal } from "#app/domain/refusal.ts";
import type { BacktestTarget } from "#app/flows/backtests/find-subject.ts";
import { type BacktestRowView, readBacktest } from "#app/flows/backtests/read-backtests.ts";
import { usualFirstDay } from "#app/flows/backtests/start-backtest.ts";
import { readCustomTerms } from "#app/flows/programs/custom-terms.ts";
import { readProgram } from "#app/flows/programs/read-programs.ts";
import { backtests } from "#app/i18n/en/admin/backtests.ts";
import { dayIn } from "#app/platform/clock.ts";
import { parse } from "./parse.ts";
import { runWords } from "./stored-failures.ts";
import type { ShopContext } from "./require-shop.server.ts";

type StartFields = Extract<BacktestForm, { intent: "start" }>;

const given = z.object({ terms: termsBody.partial() });

/** The days that a form begins with: the last ninety of the shop. */
export function usualDays(timeZone: string, now: Date): { firstDay: string; lastDay: string } {
  const lastDay = dayIn(timeZone, now);
  return { firstDay: usualFirstDay(lastDay), lastDay };
}

/** A backtest, with its failure and the names of its rows in words. */
export async function backtestInWords(...asked: Parameters<typeof readBacktest>) {
  const found = await readBacktest(...asked);
  if (isRefusal(found)) return found;
  const { result } = found;
  return runWords({ ...found, result: result && resultWords(result) });
}

function resultWords<Result extends BacktestRows>(result: Result) {
  const [affiliates, products, months] = [result.affiliates, result.products, result.months].map(rowWords);
  return { ...result, affiliates: affiliates ?? [], products: products ?? [], months: months ?? [] };
}

type BacktestRows = Readonly<Record<"affiliates" | "products" | "months", readonly BacktestRowView[]>>;

const rowNames: Readonly<Record<string, string>> = backtests.rows;

export type NamedBacktestRow = BacktestRowView & { readonly name: string };

function rowWords(rows: readonly BacktestRowView[]): NamedBacktestRow[] {
  return rows.map((row) => ({ ...row, name: row.name ?? rowNames[row.id ?? "nobody"] ?? "" }));
}

/** An earlier backtest whose draft is to be run again; null where none is named, or there is none. */
export async function draftOf(shopId: ShopId, id: string | null, now: Date) {
  if (id === null || id === "") return null;
  const found = await readBacktest(shopId, id, now);
  return isRefusal(found) ? null : { id: found.id, terms: encode(termsCodec, found.terms) };
}

/** The terms of the backtest that an editor's address names as `draft`, to begin with; null where it names none. */
export async function draftTermsAsked(
  request: Request,
  { shopId, now }: Pick<ShopContext, "shopId" | "now">,
) {
  const named = new URL(request.url).searchParams.get("draft");
  return (await draftOf(shopId, named, now))?.terms ?? null;
}

/** The draft that a form holds or names; undefined where it means the saved terms. */
export async function termsOfBacktestForm(
  shopId: ShopId,
  { terms, of }: StartFields,
  now: Date,
): Promise<TermsGiven | undefined | Refusal> {
  if (terms !== undefined && terms !== "") {
    const body = parse(given, { terms: readText(terms) });
    return isRefusal(body) ? body : termsOfWire(body.terms);
  }
  if (of === undefined || of === "") return undefined;
  const found = await readBacktest(shopId, of, now);
  return isRefusal(found) ? found : found.terms;
}

function readText(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

type Params = Readonly<Record<string, string | undefined>>;

/** Subject of an address's backtests. With an affiliate and a program it is the affiliate's custom terms. */
export function backtestNamed({ id, programId }: Params): BacktestTarget {
  if (programId !== undefined) return { programId, affiliateId: id ?? "" };
  return id === undefined ? {} : { programId: id };
}

/** Paths and names for the pages of a backtest. A refusal when the shop has no such program or member. */
export async function backtestPlace(
  shop: ShopWith<"currency">,
  { programId, affiliateId }: BacktestTarget,
  now: Date,
): Promise<BacktestPlace | Refusal> {
  const path = backtestsPath(programId ?? null, affiliateId ?? null);
  if (programId === undefined) {
    return { kind: "new", program: "", affiliate: "", path, editor: "/dashboard/programs/new" };
  }
  if (affiliateId === undefined) {
    const program = await readProgram(shop, programId);
    if (isRefusal(program)) return program;
    const editor = `/dashboard/programs/${program.id}`;
    return { kind: "program", program: program.name, affiliate: "", path, editor };
  }
  const own = await readCustomTerms(shop.shopId, { programId, affiliateId }, now);
  if (isRefusal(own)) return own;
  const editor = `/dashboard/affiliates/${affiliateId}/programs/${programId}/terms`;
  return { kind: "own", program: own.programName, affiliate: own.affiliateName, path, editor };
}

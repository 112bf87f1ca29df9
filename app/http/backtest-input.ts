import { z } from "zod";
import type { BacktestForm } from "#app/contracts/backtest.ts";
import { termsBody } from "#app/contracts/terms.ts";
import { termsCodec, type TermsGiven, termsOfWire } from "#app/contracts/terms-codecs.ts";
import { encode } from "#app/contracts/wire.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { isRefusal, type Refusal } from "#app/domain/refusal.ts";
import { readBacktest } from "#app/flows/backtests/read-backtests.ts";
import { usualFirstDay } from "#app/flows/backtests/start-backtest.ts";
import { dayIn } from "#app/platform/clock.ts";
import { parse } from "./parse.ts";
import type { ShopContext } from "./require-shop.server.ts";

type StartFields = Extract<BacktestForm, { intent: "start" }>;

const given = z.object({ terms: termsBody.partial() });

/** The days that a form begins with: the last ninety of the shop. */
export function usualDays(timeZone: string, now: Date): { firstDay: string; lastDay: string } {
  const lastDay = dayIn(timeZone, now);
  return { firstDay: usualFirstDay(lastDay), lastDay };
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

import { messageOf } from "#app/i18n/fault-words.ts";
import { dashboardQuery, type DashboardQuery, spanFault } from "#app/contracts/dashboard.ts";
import { type TopList, topLists } from "#app/domain/dashboard-figures.ts";
import { isRefusal, refuse, type Refusal } from "#app/domain/refusal.ts";
import { type Performance, performanceSpan, readPerformance } from "#app/flows/reports/read-performance.ts";
import { dayIn } from "#app/platform/clock.ts";
import { parse } from "./parse.ts";
import { refusalPage } from "./respond.ts";

type Shop = Parameters<typeof readPerformance>[0];

/**
 * Performance of a shop in the requested days. A refusal when the days, completed with the shop's today, are
 * invalid.
 */
export async function performanceOf(
  shop: Shop,
  query: DashboardQuery & { readonly top?: TopList },
  now: Date,
): Promise<Performance | Refusal> {
  const span = performanceSpan(query, dayIn(shop.timeZone, now));
  const fault = spanFault(span);
  if (fault) return refuse("invalid", fault.reason, fault.field);
  return await readPerformance(shop, { ...query, range: undefined, ...span }, now);
}

/**
 * Like `performanceOf`, for the page, with the shop's today. People bookmark addresses, so an invalid one shows
 * the default days with an error, for the affiliate or program that it names. Parameters that the query does
 * not know are ignored.
 */
export async function performanceForPage(
  shop: Shop,
  request: Request,
  now: Date,
): Promise<{ performance: Performance; fault: string | null; today: string; top: TopList }> {
  const today = dayIn(shop.timeZone, now);
  const { searchParams } = new URL(request.url);
  const top = topLists.find((one) => one === searchParams.get("top")) ?? "affiliates";
  const names = Object.keys(dashboardQuery.shape);
  const given = Object.fromEntries(names.flatMap((name) => fieldOf(name, searchParams.get(name))));
  const query = parse(dashboardQuery, given);
  const asked = isRefusal(query) ? query : await performanceOf(shop, { ...query, top }, now);
  if (!isRefusal(asked)) return { performance: asked, fault: null, today, top };
  const whose = parse(dashboardQuery, { affiliate: given["affiliate"], program: given["program"] });
  const usual = await performanceOf(shop, { ...(isRefusal(whose) ? {} : whose), top }, now);
  if (isRefusal(usual)) throw refusalPage(usual);
  return { performance: usual, fault: messageOf(asked.reason), today, top };
}

/** Value of `compare` in the address of the page that shows no comparison. */
const noComparison = "none";

function fieldOf(name: string, value: string | null): [string, string][] {
  const isNone = value === null || value === "" || (name === "compare" && value === noComparison);
  return isNone ? [] : [[name, value]];
}

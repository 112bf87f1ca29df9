import {
  signalPeriodToWire,
  signalsQuery,
  type SignalsQuery,
  type SignalsWire,
} from "#app/contracts/signals.ts";
import { isRefusal, type Refusal } from "#app/domain/refusal.ts";
import { readSignals } from "#app/flows/reports/read-signals.ts";
import { parse } from "./parse.ts";

type Shop = Parameters<typeof readSignals>[0];

/** Signal counts of a shop's orders, for the API, the screen and the file. */
export async function signalsOf(shop: Shop, query: SignalsQuery, now: Date): Promise<SignalsWire | Refusal> {
  const found = await readSignals(shop, query, now);
  if (isRefusal(found)) return found;
  const { by, total, periods } = found;
  return { by, total: signalPeriodToWire(total), periods: periods.map(signalPeriodToWire) };
}

/** Query of the page. People bookmark addresses, so an invalid one shows the default days with the error. */
export function signalsQueryOf(request: Request): { query: SignalsQuery; fault: string | null } {
  const given = Object.fromEntries(
    [...new URL(request.url).searchParams].filter(([, value]) => value !== ""),
  );
  const query = parse(signalsQuery, given);
  return isRefusal(query) ? { query: signalsQuery.parse({}), fault: query.message } : { query, fault: null };
}

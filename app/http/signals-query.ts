import { signalsQuery, type SignalsQuery } from "#app/contracts/signals.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { parse } from "./parse.ts";

/** Query of the page. People bookmark addresses, so an invalid one shows the default days with the error. */
export function signalsQueryOf(request: Request): { query: SignalsQuery; fault: string | null } {
  const given = Object.fromEntries(
    [...new URL(request.url).searchParams].filter(([, value]) => value !== ""),
  );
  const query = parse(signalsQuery, given);
  return isRefusal(query) ? { query: signalsQuery.parse({}), fault: query.message } : { query, fault: null };
}

import { backtestToWire } from "#app/contracts/backtest-to-wire.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { readBacktest } from "#app/flows/backtests/read-backtests.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";

export const loader = apiRoute({
  need: "read",
  run: async ({ context, params, now }) => {
    const backtest = await readBacktest(context.shopId, params["id"] ?? "", now);
    return isRefusal(backtest) ? backtest : backtestToWire(backtest);
  },
});

export function action() {
  return methodNotAllowed("GET");
}

import { startBacktestBody } from "#app/contracts/backtest.ts";
import { backtestHeadToWire, backtestToWire } from "#app/contracts/backtest-to-wire.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { readBacktest, readBacktests } from "#app/flows/backtests/read-backtests.ts";
import { startBacktest } from "#app/flows/backtests/start-backtest.ts";
import { backtestNamed } from "#app/http/backtest-place.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";

export const loader = apiRoute({
  need: "read",
  run: async ({ context, params, now }) => {
    const backtests = await readBacktests(context.shopId, backtestNamed(params), now);
    return isRefusal(backtests) ? backtests : { backtests: backtests.map(backtestHeadToWire) };
  },
});

const start = apiRoute({
  need: "write",
  body: startBacktestBody,
  status: 202,
  run: async ({ context, params, body, now }) => {
    const by = { actor: context.actor, now };
    const id = await startBacktest(context.shop, backtestNamed(params), body, by);
    if (isRefusal(id)) return id;
    const backtest = await readBacktest(context.shopId, id, now);
    return isRefusal(backtest) ? backtest : backtestToWire(backtest);
  },
});

export function action(args: Parameters<typeof start>[0]) {
  return args.request.method === "POST" ? start(args) : methodNotAllowed("GET", "POST");
}

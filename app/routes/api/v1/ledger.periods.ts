import { closedPeriodsQuery, closedPeriodToWire, closeMonthBody } from "#app/contracts/closed-period.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { closeMonth, readClosedPeriods } from "#app/flows/ledger/close-period.ts";
import { apiRoute } from "#app/http/api-route.ts";
import { offsetRefusal } from "#app/http/paginate.ts";

export const loader = apiRoute({
  need: "read",
  query: closedPeriodsQuery,
  run: async ({ context, query, now }) => {
    const refusal = offsetRefusal(query);
    if (refusal) return refusal;
    const found = await readClosedPeriods(context.shop, { ...query, now });
    if (isRefusal(found)) return found;
    const { periods, total, next } = found;
    return { periods: periods.map(closedPeriodToWire), next, pagination: { ...query, total } };
  },
});

export const action = apiRoute({
  need: "write",
  body: closeMonthBody,
  status: 201,
  run: async ({ context, body, now }) => {
    const closed = await closeMonth(context.shop, body.month, { actor: context.actor, now });
    return isRefusal(closed) ? closed : closedPeriodToWire(closed);
  },
});

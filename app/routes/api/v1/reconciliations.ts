import { statementToWire } from "#app/contracts/provider-statement.ts";
import { statementListQuery } from "#app/contracts/reconciliation.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { readProviderStatements } from "#app/flows/payouts/read-reconciliation.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";
import { nextCursor, positionOf } from "#app/http/list-position.ts";

export const loader = apiRoute({
  need: "read",
  query: statementListQuery,
  run: async ({ context, query }) => {
    const after = positionOf(query);
    if (isRefusal(after)) return after;
    const { page, limit } = query;
    const found = await readProviderStatements(context.shopId, { page, limit, after });
    if (isRefusal(found)) return found;
    const { statements, next, total } = found;
    return {
      statements: statements.map(statementToWire),
      pagination: { page, limit, total },
      nextCursor: nextCursor(next),
    };
  },
});

export function action() {
  return methodNotAllowed("GET");
}

import { statementToWire } from "#app/contracts/provider-statement.ts";
import { statementListQuery } from "#app/contracts/reconciliation.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { readProviderStatement, readProviderStatements } from "#app/flows/payouts/read-reconciliation.ts";
import { apiRoute } from "#app/http/api-route.ts";
import { nextCursor, positionOf } from "#app/http/list-position.ts";
import { maxFileBytes, readBody } from "#app/http/read-body.ts";
import { takeFile } from "#app/http/take-file.ts";

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

/** The body is the file itself; what is said of it stands in the address. */
export const action = apiRoute({
  need: "write",
  status: 201,
  run: async ({ context, request, now }) => {
    const bytes = await readBody(request, maxFileBytes);
    const said = Object.fromEntries(new URL(request.url).searchParams);
    const taken = await takeFile(context, { bytes, said }, now);
    if (isRefusal(taken)) return taken;
    const view = await readProviderStatement(context.shopId, taken.statementId);
    return isRefusal(view) ? view : statementToWire(view);
  },
});

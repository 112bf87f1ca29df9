import { lineFilterOf, lineListQuery, lineToWire, resolveBody } from "#app/contracts/reconciliation.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { readLines, findProviderStatement } from "#app/flows/payouts/read-reconciliation.ts";
import { resolveLines } from "#app/flows/payouts/resolve-lines.ts";
import { apiRoute } from "#app/http/api-route.ts";
import { nextSequenceCursor, sequenceOf } from "#app/http/list-position.ts";

export const loader = apiRoute({
  need: "read",
  query: lineListQuery,
  run: async ({ context, params, query }) => {
    const statement = await findProviderStatement(context.shopId, params["id"] ?? "");
    if (isRefusal(statement)) return statement;
    const after = sequenceOf(query);
    if (isRefusal(after)) return after;
    const { page, limit } = query;
    const asked = { page, limit, after: after === undefined ? undefined : Number(after) };
    const found = await readLines(statement, lineFilterOf(query), asked);
    if (isRefusal(found)) return found;
    const { lines, next, total } = found;
    return {
      lines: lines.map(lineToWire),
      pagination: { page, limit, total },
      nextCursor: nextSequenceCursor(next === null ? null : BigInt(next)),
    };
  },
});

export const action = apiRoute({
  need: "write",
  body: resolveBody,
  run: async ({ context, params, body, now }) => {
    const { lines: numbers, ...asked } = body;
    const by = { actor: context.actor, now };
    const done = await resolveLines(context.shopId, params["id"] ?? "", { numbers, ...asked }, by);
    return isRefusal(done) ? done : { done };
  },
});

import { allStatementsQuery } from "#app/contracts/statement.ts";
import { apiRoute } from "#app/http/api-route.ts";
import { allStatementsResponse } from "#app/http/statement-response.server.ts";

export const loader = apiRoute({
  need: "read",
  query: allStatementsQuery,
  run: ({ context, query, now }) => allStatementsResponse(context.shop, query, now),
});

import { statementQuery } from "#app/contracts/statement.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";
import { statementResponse } from "#app/http/statement-response.server.ts";

export const loader = apiRoute({
  need: "read",
  query: statementQuery,
  run: ({ context, params, query, now }) => statementResponse(context.shop, params["id"] ?? "", query, now),
});

export function action() {
  return methodNotAllowed("GET");
}

import { statementToWire } from "#app/contracts/provider-statement.ts";
import { confirmBody } from "#app/contracts/statement-draft.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { readProviderStatement } from "#app/flows/payouts/read-reconciliation.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";
import { confirmUpload } from "#app/http/statement-upload.ts";

export function loader() {
  return methodNotAllowed("POST");
}

/** Imports the file as it is read. Confirming again answers the statement that it became. */
export const action = apiRoute({
  need: "write",
  body: confirmBody,
  run: async ({ context, params, body: { rememberAs }, now }) => {
    const asked = { draftId: params["id"] ?? "", corrections: {}, rememberAs };
    const statement = await confirmUpload(context, asked, now);
    if (isRefusal(statement)) return statement;
    const view = await readProviderStatement(context.shopId, statement.statementId);
    return isRefusal(view) ? view : statementToWire(view);
  },
});

import { proofQuery } from "#app/contracts/ledger.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";
import { proofOf } from "#app/http/proof-wire.ts";

export const loader = apiRoute({
  need: "read",
  query: proofQuery,
  run: async ({ context, query, now }) => {
    const shown = await proofOf(context, query, now);
    if (isRefusal(shown)) return shown;
    const { small: _forScreens, ...wire } = shown;
    return wire;
  },
});

export function action() {
  return methodNotAllowed("GET");
}

import { assignCodesBody } from "#app/contracts/discount.ts";
import { batchToWire } from "#app/contracts/discount-to-wire.ts";
import type { Refusal } from "#app/domain/refusal.ts";
import { assignCodes, type CheckedCode, readAssignments } from "#app/flows/codes/assign-codes.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";
import type { ShopContext } from "#app/http/require-shop.server.ts";

export const loader = apiRoute({ need: "read", run: ({ context }) => assignmentsOf(context) });

const assign = apiRoute({
  need: "write",
  body: assignCodesBody,
  status: 202,
  run: async ({ context, body, now }) => {
    const given = body.codes.map((one, index) => ({ line: index + 1, ...one }));
    const { rows } = await assignCodes(context.shopId, given, { actor: context.actor, now });
    return refusalOf(rows) ?? (await assignmentsOf(context));
  },
});

async function assignmentsOf({ shopId }: ShopContext) {
  return { assignments: (await readAssignments(shopId)).map(batchToWire) };
}

/** What is wrong with the codes of a body, each where it stands; null where nothing is. */
function refusalOf(rows: readonly CheckedCode[]): Refusal | null {
  const errors = rows.flatMap(({ line, fault }) =>
    fault === null ? [] : [{ field: `codes.${line - 1}`, message: fault }],
  );
  const [first] = errors;
  return first ? { refused: "invalid", message: first.message, errors } : null;
}

export function action(args: Parameters<typeof assign>[0]) {
  return args.request.method === "POST" ? assign(args) : methodNotAllowed("GET", "POST");
}

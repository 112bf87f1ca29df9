import { addForeignBody, foreignListQuery, removeForeignQuery } from "#app/contracts/foreign-referral.ts";
import { isRefusal, refuse } from "#app/domain/refusal.ts";
import {
  addForeignReferrals,
  readForeignReferrals,
  removeForeignReferral,
} from "#app/flows/links/foreign-referrals.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";
import { foreignAskedBy, foreignListToWire } from "#app/http/foreign-wire.ts";

export const loader = apiRoute({
  need: "read",
  query: foreignListQuery,
  run: async ({ context, query }) => {
    const asked = foreignAskedBy(query);
    if (isRefusal(asked)) return asked;
    const found = await readForeignReferrals(context.shopId, asked);
    return isRefusal(found) ? found : foreignListToWire(found, query);
  },
});

const add = apiRoute({
  need: "write",
  body: addForeignBody,
  status: 201,
  run: async ({ context, body, now }) => {
    const by = { actor: context.actor, now };
    const { rows } = await addForeignReferrals(context.shopId, [{ line: 1, ...body }], by);
    const [row] = rows;
    if (!row || row.affiliateId === null) return refuse("invalid", "There is no such affiliate", "affiliate");
    if (row.fault !== null) return refuse("conflict", row.fault, "value");
    return {
      parameter: row.parameter.toLowerCase(),
      value: row.value,
      affiliate: { id: row.affiliateId, name: row.affiliateName ?? "" },
      createdAt: now.toISOString(),
    };
  },
});

const remove = apiRoute({
  need: "write",
  query: removeForeignQuery,
  run: async ({ context, query, now }) => {
    const refusal = await removeForeignReferral(context.shopId, query, { actor: context.actor, now });
    return refusal ?? { removed: true };
  },
});

export function action(args: Parameters<typeof add>[0]) {
  if (args.request.method === "POST") return add(args);
  return args.request.method === "DELETE" ? remove(args) : methodNotAllowed("GET", "POST", "DELETE");
}

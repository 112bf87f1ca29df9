import { flagToWire } from "#app/contracts/flag.ts";
import { refuse } from "#app/domain/refusal.ts";
import { readFlag, readFlagPicture } from "#app/flows/fraud/read-flags.ts";
import { apiRoute } from "#app/http/api-route.ts";

export const loader = apiRoute({
  need: "read",
  run: async ({ context, params }) => {
    const flag = await readFlag(context.shopId, params["id"] ?? "");
    if (!flag) return refuse("not-found", "There is no such flag");
    return { ...flagToWire(flag), overTime: await readFlagPicture(context.shop, flag) };
  },
});

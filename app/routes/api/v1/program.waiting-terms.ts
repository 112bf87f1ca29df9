import { programToWire } from "#app/contracts/program-to-wire.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { readProgram } from "#app/flows/programs/read-programs.ts";
import { withdrawTerms } from "#app/flows/programs/update-program.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";

const withdraw = apiRoute({
  need: "write",
  run: async ({ context, params, now }) => {
    const id = params["id"] ?? "";
    const withdrawn = await withdrawTerms(context.shopId, id, {}, { actor: context.actor, now });
    if (isRefusal(withdrawn)) return withdrawn;
    const program = await readProgram(context.shop, id);
    return isRefusal(program) ? program : programToWire(program);
  },
});

export const loader = () => methodNotAllowed("DELETE");

export function action(args: Parameters<typeof withdraw>[0]) {
  return args.request.method === "DELETE" ? withdraw(args) : methodNotAllowed("DELETE");
}

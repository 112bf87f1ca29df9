import { deleteProgramQuery, updateProgramBody } from "#app/contracts/program.ts";
import { programToWire } from "#app/contracts/program-to-wire.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { deleteProgram } from "#app/flows/programs/delete-program.ts";
import { readProgram } from "#app/flows/programs/read-programs.ts";
import { updateProgram } from "#app/flows/programs/update-program.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";

export const loader = apiRoute({
  need: "read",
  run: async ({ context, params }) => {
    const program = await readProgram(context.shop, params["id"] ?? "");
    return isRefusal(program) ? program : programToWire(program);
  },
});

const update = apiRoute({
  need: "write",
  body: updateProgramBody,
  run: async ({ context, params, body, now }) => {
    const id = params["id"] ?? "";
    const changed = await updateProgram(context.shop, id, body, { actor: context.actor, now });
    if (isRefusal(changed)) return changed;
    const program = await readProgram(context.shop, id);
    return isRefusal(program) ? program : programToWire(program);
  },
});

const remove = apiRoute({
  need: "write",
  query: deleteProgramQuery,
  run: async ({ context, params, query, now }) => {
    const by = { actor: context.actor, now };
    const deleted = await deleteProgram(context.shopId, params["id"] ?? "", by, query.reason);
    if (isRefusal(deleted)) return deleted;
    return { id: deleted.id, earnsUntil: deleted.earnsUntil?.toISOString() ?? null };
  },
});

export function action(args: Parameters<typeof update>[0]) {
  if (args.request.method === "PUT") return update(args);
  return args.request.method === "DELETE" ? remove(args) : methodNotAllowed("GET", "PUT", "DELETE");
}

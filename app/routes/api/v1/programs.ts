import { createProgramBody, programListQuery } from "#app/contracts/program.ts";
import { programToWire } from "#app/contracts/program-to-wire.ts";
import type { ProgramId } from "#app/domain/ids.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { createProgram } from "#app/flows/programs/create-program.ts";
import { readProgram, readPrograms } from "#app/flows/programs/read-programs.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";
import { sortedCursor, sortedPositionOf } from "#app/http/sorted-position.ts";

export const loader = apiRoute({
  need: "read",
  query: programListQuery,
  run: async ({ context, query }) => {
    const position = sortedPositionOf(query);
    if (isRefusal(position)) return position;
    const { page, limit, status, search, sort } = query;
    const after = position && { key: position.key, programId: position.id as ProgramId };
    const found = await readPrograms(context.shop, {
      page,
      limit,
      status,
      search,
      sort,
      after,
    });
    if (isRefusal(found)) return found;
    const { programs, total, next } = found;
    return {
      programs: programs.map(programToWire),
      pagination: { page, limit, total },
      nextCursor: sortedCursor(sort, next && { key: next.key, id: next.programId }),
    };
  },
});

const create = apiRoute({
  need: "write",
  body: createProgramBody,
  status: 201,
  run: async ({ context, body, now }) => {
    const programId = await createProgram(context.shop, body, { actor: context.actor, now });
    if (isRefusal(programId)) return programId;
    const program = await readProgram(context.shop, programId);
    return isRefusal(program) ? program : programToWire(program);
  },
});

export function action(args: Parameters<typeof create>[0]) {
  return args.request.method === "POST" ? create(args) : methodNotAllowed("GET", "POST");
}

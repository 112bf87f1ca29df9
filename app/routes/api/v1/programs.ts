import { createProgramBody, programListQuery, type ProgramListQuery } from "#app/contracts/program.ts";
import { programToWire } from "#app/contracts/program-to-wire.ts";
import type { ProgramId } from "#app/domain/ids.ts";
import { isRefusal, refuse, type Refusal } from "#app/domain/refusal.ts";
import { createProgram } from "#app/flows/programs/create-program.ts";
import { readProgram, readPrograms, type ProgramsAsked } from "#app/flows/programs/read-programs.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";
import { cursorInstant, readCursor, writeCursor } from "#app/http/cursor.ts";
import { offsetRefusal } from "#app/http/paginate.ts";

function askedBy(query: ProgramListQuery): ProgramsAsked | Refusal {
  const position = readCursor(query.cursor, ["at", "id"]);
  if (isRefusal(position)) return position;
  const { page, limit, status, search } = query;
  if (!position) return offsetRefusal(query) ?? { page, limit, status, search };
  const createdAt = cursorInstant(position.at);
  if (!createdAt) return refuse("invalid", "Is not a cursor of this list", "cursor");
  return { page, limit, status, search, after: { createdAt, programId: position.id as ProgramId } };
}

export const loader = apiRoute({
  need: "read",
  query: programListQuery,
  run: async ({ context, query }) => {
    const asked = askedBy(query);
    if (isRefusal(asked)) return asked;
    const { programs, total, next } = await readPrograms(context.shop, asked);
    return {
      programs: programs.map(programToWire),
      pagination: { page: query.page, limit: query.limit, total },
      nextCursor: next ? writeCursor({ at: next.createdAt.toISOString(), id: next.programId }) : null,
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

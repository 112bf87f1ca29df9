import { applicationListQuery, applicationToWire } from "#app/contracts/application.ts";
import type { ApplicationId } from "#app/domain/ids.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { readApplications } from "#app/flows/affiliates/read-applications.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";
import { nextCursor, positionOf } from "#app/http/list-position.ts";

export const loader = apiRoute({
  need: "read",
  query: applicationListQuery,
  run: async ({ context, query }) => {
    const position = positionOf(query);
    if (isRefusal(position)) return position;
    const { page, limit, status, program, search } = query;
    const found = await readApplications(context.shopId, {
      filter: { status, programId: program, search },
      page,
      limit,
      after: position && { appliedAt: position.at, applicationId: position.id as ApplicationId },
    });
    if (isRefusal(found)) return found;
    const { applications, total, next } = found;
    return {
      applications: applications.map(applicationToWire),
      pagination: { page, limit, total },
      nextCursor: nextCursor(next && { at: next.appliedAt, id: next.applicationId }),
    };
  },
});

export function action() {
  return methodNotAllowed("GET");
}

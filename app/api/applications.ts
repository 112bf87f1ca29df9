import {
  applicationDecisionBody,
  applicationListQuery,
  applicationListWire,
  applicationNoteBody,
  applicationWire,
} from "#app/contracts/application.ts";
import { joiningBody, joiningOfBody, joiningWire } from "#app/contracts/joining.ts";
import { type ApplicationId } from "#app/domain/ids.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { decideApplication, noteApplication } from "#app/flows/affiliates/decide-applications.ts";
import { readApplication, readApplications } from "#app/flows/affiliates/read-applications.ts";
import { changeJoining, readJoining } from "#app/flows/programs/joining.ts";
import { joiningView } from "#app/http/joining.ts";
import { nextCursor, positionOf } from "#app/http/list-position.ts";
import { defineCall } from "./define-call.ts";

export const applicationCalls = [
  defineCall({
    id: "listApplications",
    method: "GET",
    path: "/applications",
    tag: "Applications",
    summary: "List applications, newest first.",
    permission: "read",
    query: applicationListQuery,
    answer: applicationListWire,
    handle: async ({ shopId, query }) => {
      const position = positionOf(query);
      if (isRefusal(position)) return position;
      const { page, limit, status, program, search } = query;
      const found = await readApplications(shopId, {
        filter: { status, programId: program, search },
        page,
        limit,
        after: position && { appliedAt: position.at, applicationId: position.id as ApplicationId },
      });
      if (isRefusal(found)) return found;
      const { applications, total, next } = found;
      return {
        applications,
        pagination: { page, limit, total },
        nextCursor: nextCursor(next && { at: next.appliedAt, id: next.applicationId }),
      };
    },
  }),
  defineCall({
    id: "getApplication",
    method: "GET",
    path: "/applications/{id}",
    tag: "Applications",
    summary: "One application with its answers.",
    permission: "read",
    answer: applicationWire,
    handle: ({ shopId, id }) => readApplication(shopId, id),
  }),
  defineCall({
    id: "updateApplication",
    method: "PUT",
    path: "/applications/{id}",
    tag: "Applications",
    summary: "Change the note of an application.",
    permission: "write",
    body: applicationNoteBody,
    answer: applicationWire,
    handle: async ({ shopId, id, body }) => {
      const refusal = await noteApplication(shopId, id, body.note);
      return refusal ?? (await readApplication(shopId, id));
    },
  }),
  defineCall({
    id: "decideApplication",
    method: "POST",
    path: "/applications/{id}/decision",
    tag: "Applications",
    summary: "Approve or decline a new application. The applicant is emailed.",
    permission: "write",
    body: applicationDecisionBody,
    answer: applicationWire,
    handle: async ({ ctx, shopId, id, body }) => {
      const refusal = await decideApplication(ctx, id, body);
      return refusal ?? (await readApplication(shopId, id));
    },
  }),
  defineCall({
    id: "getJoining",
    method: "GET",
    path: "/programs/{id}/joining",
    tag: "Applications",
    summary: "How people join a program: its form, approval rules and join page.",
    permission: "read",
    answer: joiningWire,
    handle: async ({ shop, shopId, id }) => {
      const read = await readJoining(shopId, id);
      return isRefusal(read) ? read : joiningView(shop, read.joining);
    },
  }),
  defineCall({
    id: "updateJoining",
    method: "PUT",
    path: "/programs/{id}/joining",
    tag: "Applications",
    summary: "Replace how people join a program. Earlier applications keep the questions they answered.",
    permission: "write",
    body: joiningBody,
    answer: joiningWire,
    handle: async ({ ctx, shop, id, body }) => {
      const changed = await changeJoining(ctx, id, joiningOfBody(body));
      return isRefusal(changed) ? changed : joiningView(shop, changed);
    },
  }),
];

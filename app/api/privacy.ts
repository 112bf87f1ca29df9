import {
  customerAnswerWire,
  dataRequestListQuery,
  dataRequestListWire,
  dataRequestWire,
} from "#app/contracts/privacy.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { dataRequestAnswer } from "#app/http/data-request-answer.ts";
import { markDataRequestSent, openAnswer, readDataRequests } from "#app/flows/privacy/data-requests.ts";
import { offsetRefusal } from "#app/http/list-position.ts";
import { defineCall } from "./define-call.ts";

export const privacyCalls = [
  defineCall({
    id: "listDataRequests",
    method: "GET",
    path: "/privacy/requests",
    tag: "Privacy",
    summary: "List customers' requests for their data, newest first.",
    permission: "read",
    query: dataRequestListQuery,
    answer: dataRequestListWire,
    handle: async ({ shopId, query, now }) => {
      const tooDeep = offsetRefusal(query);
      if (tooDeep) return tooDeep;
      const { page, limit } = query;
      const found = await readDataRequests(shopId, { ...query, now });
      if (isRefusal(found)) return found;
      const { requests, total } = found;
      return { requests, pagination: { page, limit, total } };
    },
  }),
  defineCall({
    id: "getCustomerAnswer",
    method: "GET",
    path: "/privacy/requests/{id}/answer",
    tag: "Privacy",
    summary:
      "What is held about the customer who asked. It needs the right to write, as it tells of a person.",
    permission: "write",
    answer: customerAnswerWire,
    handle: async ({ shopId, id }) => {
      const text = await openAnswer(shopId, id);
      return isRefusal(text) ? text : dataRequestAnswer(text);
    },
  }),
  defineCall({
    id: "markAnswerSent",
    method: "POST",
    path: "/privacy/requests/{id}/sent",
    tag: "Privacy",
    summary: "Record that the customer was sent the answer.",
    permission: "write",
    answer: dataRequestWire,
    handle: async ({ ctx, id }) => {
      return await markDataRequestSent(ctx, id);
    },
  }),
];

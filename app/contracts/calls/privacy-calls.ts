import {
  customerAnswerWire,
  dataRequestListQuery,
  dataRequestListWire,
  dataRequestWire,
} from "../privacy.ts";
import { reading, writing, type ApiCall } from "./api-call.ts";

const tag = "Privacy";

export const privacyCalls: readonly ApiCall[] = [
  {
    id: "listDataRequests",
    method: "get",
    path: "/api/v1/privacy/requests",
    tag,
    summary: "List customers' requests for their data, newest first.",
    query: dataRequestListQuery,
    answer: dataRequestListWire,
    errors: reading,
  },
  {
    id: "getCustomerAnswer",
    method: "get",
    path: "/api/v1/privacy/requests/{id}/answer",
    tag,
    summary:
      "What is held about the customer who asked. It needs the right to write, as it tells of a person.",
    answer: customerAnswerWire,
    errors: [401, 403, 404, 429],
  },
  {
    id: "handOverAnswer",
    method: "post",
    path: "/api/v1/privacy/requests/{id}/handed-over",
    tag,
    summary: "Write down that the customer was given the answer.",
    answer: dataRequestWire,
    errors: writing,
  },
];

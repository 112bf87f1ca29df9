import type { z } from "zod";
import {
  affiliateListQuery,
  affiliateListWire,
  affiliateStatusBody,
  affiliateWire,
  inviteAffiliateBody,
  updateAffiliateBody,
} from "./affiliate.ts";
import {
  createProgramBody,
  programListQuery,
  programListWire,
  programWire,
  updateProgramBody,
} from "./program.ts";

/** One call of the API, as its description needs it. */
export type ApiCall = {
  readonly id: string;
  readonly method: "get" | "post" | "put" | "delete";
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  readonly answer?: z.ZodType;
  readonly answerText?: string;
  readonly status?: number;
  readonly errors: readonly number[];
  /** Needs no bearer token. */
  readonly open?: boolean;
};

const reading = [400, 401, 404, 429];
const writing = [400, 401, 403, 404, 409, 422, 429];

const affiliateCalls: ApiCall[] = [
  {
    id: "listAffiliates",
    method: "get",
    path: "/api/v1/affiliates",
    tag: "Affiliates",
    summary: "List affiliates, newest first unless sorted otherwise.",
    query: affiliateListQuery,
    answer: affiliateListWire,
    errors: reading,
  },
  {
    id: "inviteAffiliate",
    method: "post",
    path: "/api/v1/affiliates/invite",
    tag: "Affiliates",
    summary: "Invite an affiliate by mail.",
    body: inviteAffiliateBody,
    answer: affiliateWire,
    status: 201,
    errors: writing,
  },
  {
    id: "getAffiliate",
    method: "get",
    path: "/api/v1/affiliates/{id}",
    tag: "Affiliates",
    summary: "One affiliate with figures and balances.",
    answer: affiliateWire,
    errors: reading,
  },
  {
    id: "updateAffiliate",
    method: "put",
    path: "/api/v1/affiliates/{id}",
    tag: "Affiliates",
    summary: "Change an affiliate's name, address, code, note or programs.",
    body: updateAffiliateBody,
    answer: affiliateWire,
    errors: writing,
  },
  {
    id: "changeAffiliateStatus",
    method: "put",
    path: "/api/v1/affiliates/{id}/status",
    tag: "Affiliates",
    summary: "Move an affiliate to another status; one that cannot follow is a 422 that says what can.",
    body: affiliateStatusBody,
    answer: affiliateWire,
    errors: writing,
  },
];

const programCalls: ApiCall[] = [
  {
    id: "listPrograms",
    method: "get",
    path: "/api/v1/programs",
    tag: "Programs",
    summary: "List programs, newest first.",
    query: programListQuery,
    answer: programListWire,
    errors: reading,
  },
  {
    id: "createProgram",
    method: "post",
    path: "/api/v1/programs",
    tag: "Programs",
    summary: "Create a program and freeze its first terms.",
    body: createProgramBody,
    answer: programWire,
    status: 201,
    errors: writing,
  },
  {
    id: "getProgram",
    method: "get",
    path: "/api/v1/programs/{id}",
    tag: "Programs",
    summary: "One program with its newest terms.",
    answer: programWire,
    errors: reading,
  },
  {
    id: "updateProgram",
    method: "put",
    path: "/api/v1/programs/{id}",
    tag: "Programs",
    summary: "Change a program; changed terms become a new version for orders from now on.",
    body: updateProgramBody,
    answer: programWire,
    errors: writing,
  },
  {
    id: "deleteProgram",
    method: "delete",
    path: "/api/v1/programs/{id}",
    tag: "Programs",
    summary: "Hide and archive a program; its terms and postings stay.",
    answerText: "Deleted.",
    errors: writing,
  },
];

/** Every call of the API; a test compares this list with the routes. */
export const apiCalls: readonly ApiCall[] = [...affiliateCalls, ...programCalls];

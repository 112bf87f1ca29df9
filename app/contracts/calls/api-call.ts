import type { z } from "zod";

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

/** Error statuses of calls that read. */
export const reading = [400, 401, 404, 429];
/** Error statuses of calls that write. */
export const writing = [400, 401, 403, 404, 409, 422, 429];

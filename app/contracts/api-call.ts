import type { z } from "zod";

export const apiMethods = ["GET", "POST", "PUT", "DELETE"] as const;

/** A call as its description shows it. */
export type ApiCallDescription = {
  readonly id: string;
  readonly method: (typeof apiMethods)[number];
  /** With parameters in braces: `/api/v1/commissions/{id}/decisions`. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  /** `none` needs no bearer token. */
  readonly permission: "read" | "write" | "none";
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  readonly answer?: z.ZodType;
  /** Describes an answer that is not JSON. */
  readonly answerText?: string;
  /** Status of a good answer, 200 if absent. */
  readonly status?: number;
  /** Statuses of error answers. */
  readonly errors: readonly number[];
};

import type { z } from "zod";
import type { ApiCallDescription } from "#app/contracts/api-call.ts";
import type { DeepReadonly } from "#app/contracts/wire.ts";
import type { ShopId } from "#app/domain/ids.ts";
import type { Refusal } from "#app/domain/refusal.ts";
import type { ShopContext } from "#app/http/require-shop.server.ts";

/** A call of the API. Its types are checked where it is defined. */
export type ApiCall = Omit<ApiCallDescription, "errors"> & {
  /** The body is a file of at most `maxFileBytes`. */
  readonly takesFile?: true;
  /** A client may keep a GET's answer for so long, and asks with its validator from then on. */
  readonly keptSeconds?: number;
  /** Error statuses beyond those that follow from permission, method and input. */
  readonly errors?: readonly number[];
  readonly handle: (input: never) => unknown;
};

type ShopInput = {
  readonly ctx: ShopContext;
  readonly shop: ShopContext["shop"];
  readonly shopId: ShopId;
};

type Input<Path extends string, Query, Body> = {
  readonly [Name in ParameterOf<Path>]: string;
} & {
  readonly query: Query;
  readonly body: Body;
  /** Bytes of the body if it is a file. */
  readonly file: Buffer;
  readonly now: Date;
  readonly request: Request;
};

type ParameterOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterOf<Rest>
  : never;

type Result<Answer> = DeepReadonly<Answer> | Refusal | Response;

type Spec<
  Path extends string,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Answer extends z.ZodType,
> = Omit<ApiCall, "path" | "query" | "body" | "answer" | "permission" | "handle"> & {
  readonly path: Path;
  /** Unknown parameters are left alone unless the schema is strict. */
  readonly query?: Query;
  readonly body?: Body;
  readonly answer?: Answer;
};

/** A call about a shop. It answers a view that its schema encodes, a refusal, or a response of its own. */
export function defineCall<
  const Path extends string,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Answer extends z.ZodType,
>(
  call: Spec<Path, Query, Body, Answer> & {
    readonly permission: "read" | "write";
    readonly handle: (
      input: ShopInput & Input<Path, z.output<Query>, z.output<Body>>,
    ) => Result<z.output<Answer>> | Promise<Result<z.output<Answer>>>;
  },
): ApiCall {
  return call;
}

/** A call that anyone may make. */
export function defineOpenCall<
  const Path extends string,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Answer extends z.ZodType,
>(
  call: Spec<Path, Query, Body, Answer> & {
    readonly handle: (
      input: Input<Path, z.output<Query>, z.output<Body>>,
    ) => Result<z.output<Answer>> | Promise<Result<z.output<Answer>>>;
  },
): ApiCall {
  return { ...call, permission: "none" };
}

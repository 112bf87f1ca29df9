import { AsyncLocalStorage } from "node:async_hooks";

/** The request that is being answered, as log lines name it. */
export type CurrentRequest = {
  readonly id: string;
  /** The pattern of its route, such as `/dashboard/orders/:id`: a path holds ids and codes. */
  readonly route: string;
};

/** The web server and the build each have a copy of this module, and share one store. */
const place = Symbol.for("affiliate-platform.current-request");
const shared = globalThis as { [place]?: AsyncLocalStorage<CurrentRequest> };

export const currentRequest = (shared[place] ??= new AsyncLocalStorage<CurrentRequest>());

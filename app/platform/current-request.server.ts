import { AsyncLocalStorage } from "node:async_hooks";

/** The request being answered, for log lines. */
export type CurrentRequest = {
  readonly id: string;
  /** Pattern of the route, such as `/dashboard/orders/:id`. The path itself has ids and codes. */
  readonly route: string;
};

/** The web server and the build each have a copy of this module, and share one store. */
const place = Symbol.for("affiliate-platform.current-request");
const shared = globalThis as { [place]?: AsyncLocalStorage<CurrentRequest> };

export const currentRequest = (shared[place] ??= new AsyncLocalStorage<CurrentRequest>());

import type { ServerOptions } from "node:http";

/**
 * Limits for connections. A request has to arrive whole in `requestTimeout`, which is enough for the largest upload
 * (10 MB) at 1 Mbit/s; Node answers 408. A kept connection stays open longer than proxies keep theirs (nginx and AWS 60 s,
 * Apache 5 s, Caddy and HAProxy less), or a proxy would send a request into a connection that is being closed.
 */
export const serverLimits: ServerOptions = {
  headersTimeout: 10_000,
  requestTimeout: 120_000,
  keepAliveTimeout: 80_000,
  connectionsCheckingInterval: 2000,
};

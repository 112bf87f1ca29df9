import { subscribe } from "node:diagnostics_channel";
import type { Server } from "node:http";
import { describeFault, log } from "./log.server.ts";

/** How long open requests may take to finish after an uncaught exception. */
const graceMs = 5000;
const lookEveryMs = 50;

/** Survives the reload of this module in development, where a second listener would log everything twice. */
const installed = Symbol.for("affiliate-platform.faults");

/**
 * An unhandled rejection is logged and the process continues, because one request or job failed. An uncaught
 * exception can leave anything half done, so the process takes no more requests, lets open ones finish, and
 * exits with 1.
 */
export function surviveFaults(): void {
  if (installed in globalThis) return;
  Object.defineProperty(globalThis, installed, { value: true });
  const servers = new Set<Server>();
  subscribe("http.server.request.start", (message) => servers.add((message as { server: Server }).server));
  process.on("unhandledRejection", (reason) => log.error("Unhandled rejection", describeFault(reason)));
  let isEnding = false;
  process.on("uncaughtException", (error) => {
    log.error("Uncaught exception", describeFault(error));
    if (isEnding) return;
    isEnding = true;
    endWhenAnswered(servers);
  });
}

function endWhenAnswered(servers: ReadonlySet<Server>): void {
  setTimeout(() => process.exit(1), graceMs);
  const closed = [...servers].map((server) => new Promise((resolve) => server.close(resolve)));
  void Promise.all(closed).then(() => process.exit(1));
  // A connection that its client keeps open after the answer would otherwise count as a request for the whole
  // grace period.
  setInterval(() => {
    for (const server of servers) server.closeIdleConnections();
  }, lookEveryMs);
}

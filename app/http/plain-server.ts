import { randomUUID } from "node:crypto";
import type { IncomingMessage, Server, ServerOptions, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { appAddress } from "#app/platform/app-address.server.ts";
import { currentRequest, log } from "#app/platform/log.server.ts";
import { countRequest } from "#app/platform/metrics.server.ts";

const wellFormedId = /^[\w-]{8,64}$/;
const wellFormedHost = /^(?:\[[\da-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/i;

/** A year. Without includeSubDomains: other hosts of the domain are not ours to decide. */
const httpsOnly = "max-age=31536000";

/**
 * Answers a request under its id, which its log lines and the answer carry, and counts and logs it when it is over.
 * Neither the path nor the query is logged: they hold tokens, codes and ids. A status of null means that the client left
 * before the answer. A malformed Host gets a 400.
 */
export function answerRequest(
  request: IncomingMessage,
  response: ServerResponse,
  { route, answer }: { readonly route: string; readonly answer: () => void },
): void {
  const began = performance.now();
  const current = { id: idOf(request), route };
  response.setHeader("X-Request-Id", current.id);
  if (appAddress().startsWith("https:")) response.setHeader("Strict-Transport-Security", httpsOnly);
  response.once("close", () => {
    const { method = "GET" } = request;
    const status = response.headersSent ? response.statusCode : null;
    const milliseconds = performance.now() - began;
    countRequest({ method, route, status, milliseconds });
    currentRequest.run(current, () => log.info("Request", { method, status, ms: Math.round(milliseconds) }));
  });
  currentRequest.run(current, hasHost(request) ? answer : () => refuse(response));
}

/** HTTP/1.0 has none, which is fine. */
function hasHost({ headers: { host = "localhost" } }: IncomingMessage): boolean {
  return wellFormedHost.test(host) && URL.canParse(`http://${host}`);
}

function refuse(response: ServerResponse): void {
  response.writeHead(400, { "Content-Type": "text/plain; charset=utf-8", Connection: "close" });
  response.end("bad_request");
}

/** A proxy's id, so that its log and this one can be compared, or a new one. */
function idOf({ headers }: IncomingMessage): string {
  const sent = headers["x-request-id"];
  return typeof sent === "string" && wellFormedId.test(sent) ? sent : randomUUID();
}

/** How long a connection may still be used for one more request. */
const graceMs = 1000;

/**
 * Prepares a server for its end and returns what ends it; `onClosed` is called once all is answered. A server that closes
 * waits for its connections, and clients keep theirs: from then on each answer is the last of its connection. Node keeps
 * those on which nothing was ever asked, as browsers open them in advance, for as long as the client does.
 */
export function serverEnd(server: Server): (onClosed?: () => void) => void {
  const unused = new Set<Socket>();
  let isEnding = false;
  server.on("connection", (socket: Socket) => {
    unused.add(socket);
    socket.once("close", () => unused.delete(socket));
  });
  server.prependListener("request", ({ socket }, response) => {
    unused.delete(socket);
    if (isEnding) response.shouldKeepAlive = false;
  });
  return (onClosed) => {
    isEnding = true;
    server.keepAliveTimeout = graceMs;
    server.close(onClosed);
    setTimeout(() => {
      for (const socket of unused) socket.destroy();
    }, graceMs).unref();
  };
}

/**
 * Limits for connections. A request has to arrive whole in `requestTimeout`, which is enough for the largest upload
 * (200 MB) at 3 Mbit/s; Node answers 408. A kept connection stays open longer than proxies keep theirs (nginx and AWS 60 s,
 * Apache 5 s, Caddy and HAProxy less), or a proxy would send a request into a connection that is being closed.
 */
export const serverLimits: ServerOptions = {
  headersTimeout: 10_000,
  requestTimeout: 600_000,
  keepAliveTimeout: 80_000,
  connectionsCheckingInterval: 2000,
};

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { maxDeliveryBytes, receiveDelivery } from "./app/flows/orders/receive-delivery.ts";
import { recordClick } from "./app/flows/tracking/record-click.ts";
import { visitorAddress, visitPurpose } from "./app/http/visitor.ts";
import { rateLimiter } from "./app/http/rate-limit.ts";
import { now } from "./app/platform/clock.ts";
import { closeDatabase } from "./app/platform/db.server.ts";
import { env } from "./app/platform/env.server.ts";
import { describeError, log } from "./app/platform/log.server.ts";
import { readEnvFile } from "./scripts/launch/env-file.ts";

/**
 * The two busy doors, clicks and webhooks, as a process of their own: `npm run ingest`. A proxy in front sends
 * `/r/*` and `/webhooks` here; the flows behind them are those of the app.
 */
const perVisitor = rateLimiter({ burst: 60, perSecond: 5 });

type Reply = { status: number; body?: string; headers?: Record<string, string> };

async function answer(request: IncomingMessage): Promise<Reply> {
  const url = URL.parse(request.url ?? "/", "http://ingest.invalid");
  if (!url) return { status: 400, body: "This address cannot be read" };
  if (url.pathname === "/webhooks") return receive(request);
  const code = /^\/r\/([^/]+)$/.exec(url.pathname)?.[1];
  if (code !== undefined) return follow(request, url, code);
  return { status: 404, body: "Not found" };
}

async function receive(request: IncomingMessage): Promise<Reply> {
  if (request.method !== "POST") return { status: 405, headers: { Allow: "POST" } };
  const rawBody = await readBody(request, maxDeliveryBytes);
  if (rawBody === null) return { status: 413, body: "The body is too large" };
  const receipt = await receiveDelivery({ headers: headersOf(request), rawBody, now: now() });
  return { status: receipt.status, body: receipt.message };
}

async function follow(request: IncomingMessage, url: URL, code: string): Promise<Reply> {
  const { method = "GET" } = request;
  if (method !== "GET" && method !== "HEAD") return { status: 405, headers: { Allow: "GET, HEAD" } };
  const headers = headersOf(request);
  const address = visitorAddress(headers) || (request.socket.remoteAddress ?? "");
  const isFlood = visitorAddress(headers) !== "" && perVisitor(address, Date.now()) > 0;
  const location = await recordClick({
    code: decoded(code),
    query: url.searchParams,
    userAgent: (headers.get("user-agent") ?? "").slice(0, 500),
    address,
    referrer: headers.get("referer") ?? "",
    purpose: isFlood ? "look-only" : visitPurpose(method, headers),
    now: now(),
  });
  if (location === null) return { status: 404, body: "This link leads nowhere: nobody has this code." };
  return { status: 302, headers: { Location: location } };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}

function headersOf(request: IncomingMessage): { get(name: string): string | null } {
  return {
    get: (name) => {
      const value = request.headers[name.toLowerCase()];
      return (Array.isArray(value) ? value[0] : value) ?? null;
    },
  };
}

/** Null as soon as it is larger than the limit; the rest is let pass unread, so that the caller gets the answer. */
function readBody(request: IncomingMessage, limit: number): Promise<Buffer | null> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let size = 0;
    request.on("data", (part: Buffer) => {
      size += part.byteLength;
      if (size <= limit) parts.push(part);
      else resolve(null);
    });
    request.on("end", () => resolve(Buffer.concat(parts)));
    request.on("error", reject);
  });
}

function send(response: ServerResponse, reply: Reply): void {
  response.writeHead(reply.status, {
    "Cache-Control": "no-store",
    "Content-Type": "text/plain; charset=utf-8",
    "X-Content-Type-Options": "nosniff",
    ...reply.headers,
  });
  response.end(reply.body ?? "");
}

function main(): void {
  readEnvFile();
  const { PORT: port } = env();
  const server = createServer((request, response) => {
    answer(request)
      .then((reply) => send(response, reply))
      .catch((error: unknown) => {
        log.error("Ingest failed", describeError(error));
        send(response, { status: 500, body: "Something went wrong" });
      });
  });
  server.on("error", (error) => {
    process.stderr.write(`Ingest cannot listen on PORT ${port}: ${error.message}\n`);
    process.exit(1);
  });
  server.listen(port, () => log.info("Ingest is ready", { port, pid: process.pid }));
  const end = (): void => {
    server.close(() => void closeDatabase().then(() => process.exit(0)));
    server.closeIdleConnections();
  };
  process.on("SIGTERM", end);
  process.on("SIGINT", end);
}

try {
  main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { isSecretProblem, requireOwnSeal } from "./app/flows/health/check-seal.ts";
import { maxDeliveryBytes, receiveDelivery } from "./app/flows/intake/receive-delivery.ts";
import { checkHealth } from "./app/flows/shops/check-health.ts";
import { canSpoolClicks, waitingClicks } from "./app/flows/tracking/click-spool.ts";
import { isDatabaseAway } from "./app/flows/tracking/keep-clicks.ts";
import { learnLinks } from "./app/flows/tracking/known-links.ts";
import { recordClick } from "./app/flows/tracking/follow-link.ts";
import { storeSpooledSoon } from "./app/flows/tracking/store-spooled.ts";
import { answerRequest, serverEnd, serverLimits } from "./app/http/plain-server.ts";
import { answerMetrics } from "./app/http/metrics-answer.ts";
import { answerLive, answerReady, type ProbeAnswer } from "./app/http/probes.ts";
import { limits } from "./app/http/limits.ts";
import { shopperPage, shopperPatienceMs, visitorAddress, visitPurpose } from "./app/http/visitor.ts";
import { now } from "./app/platform/clock.ts";
import { closeDatabase, forRequests } from "./app/platform/db.server.ts";
import { env } from "./app/platform/env.server.ts";
import { surviveFaults } from "./app/platform/faults.server.ts";
import { describeError, log } from "./app/platform/log.server.ts";
import { waitForDatabase } from "./app/platform/wait-for-database.server.ts";
import { readEnvFile } from "./scripts/launch/env-file.ts";

/**
 * Clicks and webhooks in a process of their own: `npm run ingest`. A proxy in front sends `/r/*` and `/webhooks` here.
 * It calls the flows that the app's own routes call.
 */
const clickPath = "/r/";
const longestEndMs = 10_000;

/** Routes by their pattern, as in the access log. */
const routes: Readonly<
  Record<string, (request: IncomingMessage, response: ServerResponse) => Promise<void>>
> = {
  "/r/:code": follow,
  "/webhooks": receive,
  "/health": (_request, response) => tellHealth(response),
  "/health/live": async (_request, response) => sayProbe(response, answerLive()),
  "/health/ready": async (_request, response) => sayProbe(response, await readiness()),
  "/metrics": async (request, response) =>
    sayProbe(response, await answerMetrics(request.headers.authorization ?? null, now())),
};

function routeOf({ url = "/" }: IncomingMessage): string {
  const { path } = partsOf(url);
  const isClick = path.startsWith(clickPath) && path.length > clickPath.length;
  if (isClick && !path.includes("/", clickPath.length)) return "/r/:code";
  return Object.hasOwn(routes, path) ? path : "none";
}

async function answer(route: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    await (routes[route]?.(request, response) ?? say(response, 404, "Not found"));
  } catch (error) {
    log.error("Ingest failed", describeError(error));
    if (response.headersSent) response.destroy();
    else say(response, 500, "Something went wrong");
  }
}

function partsOf(url: string): { readonly path: string; readonly query: string } {
  const mark = url.indexOf("?");
  return mark < 0 ? { path: url, query: "" } : { path: url.slice(0, mark), query: url.slice(mark + 1) };
}

async function follow(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = "GET", url = "/" } = request;
  if (method !== "GET" && method !== "HEAD") return say(response, 405, "", { Allow: "GET, HEAD" });
  const { path, query } = partsOf(url);
  const headers = headersOf(request);
  const address = visitorAddress(headers, request.socket.remoteAddress ?? "");
  // Behind a proxy that hides addresses, all visitors would count as one.
  const isFlood = headers.get("x-forwarded-for") !== null && limits.clicks(address, Date.now()) > 0;
  const location = await recordClick({
    code: decoded(path.slice(clickPath.length)),
    query,
    userAgent: (headers.get("user-agent") ?? "").slice(0, 500),
    address,
    referrer: headers.get("referer") ?? "",
    purpose: isFlood ? "look-only" : visitPurpose(method, headers),
    now: now(),
    patienceMs: shopperPatienceMs,
  });
  const page = shopperPage(location);
  if (page) return say(response, page.status, page.body, page.headers);
  response.writeHead(302, {
    Location: location ?? "",
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer-when-downgrade",
    "Content-Length": 0,
  });
  response.end();
}

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== "POST") return say(response, 405, "", { Allow: "POST" });
  const rawBody = await readBody(request, maxDeliveryBytes);
  if (rawBody === null) return say(response, 413, "The body is too large");
  const receipt = await receiveDelivery({ headers: headersOf(request), rawBody, now: now() });
  say(response, receipt.status, receipt.message);
}

/** Healthy while it can take clicks, which works without the database. */
async function tellHealth(response: ServerResponse): Promise<void> {
  const health = { status: "ok", database: isDatabaseAway() ? "away" : "ok", clicks: await waitingClicks() };
  say(response, 200, JSON.stringify(health), { "Content-Type": "application/json" });
}

/**
 * Ready while it takes clicks. Webhooks need the database, but a proxy that sends nothing here would lose clicks too.
 */
async function readiness(): Promise<ProbeAnswer> {
  const isAway = isDatabaseAway() || (await checkHealth()).database !== "ok";
  const takesClicks = !isAway || (await canSpoolClicks());
  const reason = takesClicks ? null : "Neither the database nor the disk takes clicks";
  return answerReady(reason, {
    database: isAway ? "away" : "ok",
    clicks: takesClicks ? "taken" : "lost",
    webhooks: isAway ? "refused" : "taken",
  });
}

function sayProbe(response: ServerResponse, { status, contentType, body }: ProbeAnswer): void {
  say(response, status, body, { "Content-Type": contentType });
}

function decoded(text: string): string {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}

/** Flows write header names in mixed case, Node in lower case. */
function headersOf({ headers }: IncomingMessage): { get(name: string): string | null } {
  return {
    get: (name) => {
      const value = headers[name.toLowerCase()];
      return (Array.isArray(value) ? value[0] : value) ?? null;
    },
  };
}

/** Null once it exceeds the limit. The rest is discarded unread, so that the caller gets the answer. */
function readBody(request: IncomingMessage, limit: number): Promise<Buffer | null> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let size = 0;
    request.on("data", (part: Buffer) => {
      size += part.byteLength;
      if (size <= limit) parts.push(part);
      else resolve(null);
    });
    request.on("end", () => resolve(parts.length === 1 ? (parts[0] ?? null) : Buffer.concat(parts)));
    request.on("error", reject);
  });
}

function say(
  response: ServerResponse,
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, {
    "Cache-Control": "no-store",
    "Content-Type": "text/plain; charset=utf-8",
    "Content-Length": Buffer.byteLength(body),
    "X-Content-Type-Options": "nosniff",
    ...headers,
  });
  response.end(body);
}

function endOnSecretProblem(error: unknown): void {
  if (isSecretProblem(error)) {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
  log.warn("It is not known yet whether APP_SECRET opens this database", describeError(error));
}

async function main(): Promise<void> {
  readEnvFile();
  const { PORT: port } = env();
  surviveFaults();
  const server = createServer(serverLimits, (request, response) => {
    const route = routeOf(request);
    answerRequest(request, response, { route, answer: () => void answer(route, request, response) });
  });
  const endServer = serverEnd(server);
  server.on("error", (error) => {
    process.stderr.write(`Ingest cannot listen on PORT ${port}: ${error.message}\n`);
    process.exit(1);
  });
  // Not awaited, because clicks are taken while the database is away.
  void waitForDatabase(() => requireOwnSeal(now())).catch(endOnSecretProblem);
  await forRequests(learnLinks);
  server.listen(port, () => {
    const address = server.address();
    const listening = typeof address === "object" && address !== null ? address.port : port;
    log.info("Ingest is ready", { port: listening, pid: process.pid });
  });
  // Clicks and deliveries that an earlier process left on the disk.
  storeSpooledSoon();
  const end = (): void => {
    setTimeout(() => process.exit(1), longestEndMs).unref();
    // Finishes its answers first. Everything already answered is in the database or on the disk.
    endServer(() => void closeDatabase().then(() => process.exit(0)));
  };
  process.on("SIGTERM", end);
  process.on("SIGINT", end);
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

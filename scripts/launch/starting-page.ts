import type { IncomingMessage, ServerResponse } from "node:http";
import application from "../../package.json" with { type: "json" };

const retryAfterSeconds = 5;

const page = `<!doctype html>
<html lang="en">
<title>Starting</title>
<h1>The app is starting</h1>
<p>It is waiting for its database. Try again in a few seconds.</p>
</html>
`;

/** Answers 503, except that the process is live, and says on /health that the database is not available yet. */
export function answerStarting(request: IncomingMessage, response: ServerResponse): void {
  const path = request.url?.split("?")[0] ?? "";
  if (path === "/health/live") return answerLive(response);
  const isHealth = path === "/health" || path === "/health/ready";
  const { version } = application;
  const health = { status: "unavailable", database: "unavailable", version };
  response.writeHead(503, {
    "Cache-Control": "no-store",
    "Content-Type": isHealth ? "application/json" : "text/html; charset=utf-8",
    "Retry-After": retryAfterSeconds,
    Connection: "close",
  });
  response.end(isHealth ? JSON.stringify(health) : page);
}

function answerLive(response: ServerResponse): void {
  const headers = { "Cache-Control": "no-store", "Content-Type": "application/json", Connection: "close" };
  response.writeHead(200, headers);
  response.end(JSON.stringify({ status: "live" }));
}

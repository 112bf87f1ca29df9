import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import application from "../../package.json" with { type: "json" };
import { LaunchProblem } from "./launch-problem.ts";

const retryAfterSeconds = 5;

const page = `<!doctype html>
<html lang="en">
<title>Starting</title>
<h1>The app is starting</h1>
<p>It is waiting for its database. Try again in a few seconds.</p>
</html>
`;

function answer(request: IncomingMessage, response: ServerResponse): void {
  const isHealth = request.url?.split("?")[0] === "/health";
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

/** Answers 503 on the app's port while `work` goes on, and leaves the port free. */
export async function answerWhileStarting(port: number, work: () => Promise<void>): Promise<void> {
  const server = createServer(answer);
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(new LaunchProblem(`PORT ${port}: ${error.message}`)));
    server.listen(port, process.env["HOST"], resolve);
  });
  try {
    await work();
  } finally {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  }
}

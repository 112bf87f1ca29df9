import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { NotReady } from "#app/flows/operation/check-ready.ts";
import { now } from "#app/platform/clock.ts";
import { describeError, log } from "#app/platform/log.server.ts";
import { answerLive, answerMetrics, answerReady, notFound, type ProbeAnswer } from "./probes.ts";

type ProbeServer = {
  readonly port: number;
  /** Undefined: every address of the machine. */
  readonly host: string | undefined;
  readonly isReady: () => Promise<NotReady>;
};

/** Serves health and metrics of a process that answers nothing else, such as the worker. Answers how to close it. */
export async function startProbeServer({ port, host, isReady }: ProbeServer): Promise<() => void> {
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { status, contentType, body } = await answerOf(request, isReady);
    response.writeHead(status, { "Content-Type": contentType, "Cache-Control": "no-store" });
    response.end(request.method === "HEAD" ? "" : body);
  };
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      log.error("A health check failed", describeError(error));
      response.destroy();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  log.info("Health and metrics are served", { port: typeof address === "object" ? address?.port : port });
  return () => {
    server.close();
    server.closeAllConnections();
  };
}

async function answerOf(request: IncomingMessage, isReady: () => Promise<NotReady>): Promise<ProbeAnswer> {
  const { method = "GET", url = "/", headers } = request;
  const [path] = url.split("?");
  const isRead = method === "GET" || method === "HEAD";
  if (isRead && path === "/health/live") return answerLive();
  if (isRead && path === "/health/ready") return answerReady(await isReady());
  if (isRead && path === "/metrics") return await answerMetrics(headers.authorization ?? null, now());
  return notFound;
}

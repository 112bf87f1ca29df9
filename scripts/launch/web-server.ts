/** The app's web server: Express with compression and static files in front of Remix. */
import { createServer, type RequestListener, type ServerOptions } from "node:http";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { createRequestHandler, type RequestHandler, type ServerBuild } from "@remix-run/node";
import compression from "compression";
import express, { type ErrorRequestHandler, type Express } from "express";
import sirv from "sirv";
import { answerRequest, serverEnd, serverLimits } from "../../app/http/plain-server.ts";
import { describeFault, log } from "../../app/platform/log.server.ts";
import { LaunchProblem } from "./launch-problem.ts";
import { readableAddress } from "./readable-address.ts";
import { remixRequest } from "./remix-request.ts";
import { routePatterns, routesNear } from "./route-pattern.ts";
import { sendResponse } from "./send-response.ts";
import { answerStarting } from "./starting-page.ts";

const longestEndMs = 20_000;

/**
 * Listens on `port` and answers 503 until `serve` is called with what answers from then on.
 * @throws LaunchProblem
 */
export async function listen(
  port: number,
  {
    host,
    limits = serverLimits,
  }: { readonly host?: string | undefined; readonly limits?: ServerOptions } = {},
): Promise<{ readonly serve: (answer: RequestListener) => void }> {
  let answer: RequestListener = answerStarting;
  const server = createServer(limits, (request, response) => answer(request, response));
  const endServer = serverEnd(server);
  await new Promise<void>((done, fail) => {
    server.once("error", (error) => fail(new LaunchProblem(`PORT ${port}: ${error.message}`)));
    server.listen(port, host, done);
  });
  return {
    serve: (next) => {
      answer = next;
      endWithProcess(endServer);
    },
  };
}

/**
 * A job that calls others may run longer than a supervisor waits for the process; another process takes up what it held.
 */
function endWithProcess(endServer: () => void): void {
  const end = (): void => {
    setTimeout(() => process.exit(1), longestEndMs).unref();
    endServer();
  };
  process.once("SIGTERM", end);
  process.once("SIGINT", end);
}

/** Loads what `npm run build` wrote. The environment must be complete by then. */
export async function loadBuild(file: string): Promise<ServerBuild> {
  return (await import(pathToFileURL(resolve(file)).href)) as ServerBuild;
}

/** The status for a request that no page can answer. */
function refusalOf({ url, method }: { readonly url: string; readonly method: string }): 400 | 405 | null {
  // A full address, as proxies are sent, or `*`.
  if (!url.startsWith("/")) return 400;
  // Remix cannot be asked by it.
  return method === "TRACE" ? 405 : null;
}

/** Answers all requests of the app; static files have names with a hash, or are kept for an hour. */
export function webApp(build: ServerBuild, appUrl: string): Express {
  const app = express();
  app.disable("x-powered-by");
  app.use(compression());
  const files = build.assetsBuildDirectory;
  const compressed = { gzip: true, brotli: true, etag: true };
  app.use("/assets", sirv(`${files}/assets`, { ...compressed, immutable: true, maxAge: 365 * 86_400 }));
  app.use(sirv(files, { ...compressed, maxAge: 3600 }));
  const routeOf = routePatterns(build.routes);
  const handlerOf = remixHandlers(build);
  app.use((request, response, next) => {
    const [path = ""] = readableAddress(request.url).split("?");
    const refusal = refusalOf(request);
    const route = refusal === null ? routeOf(path) : "none";
    const answer = async (): Promise<void> => {
      try {
        if (refusal !== null) return void response.sendStatus(refusal);
        await sendResponse(await handlerOf(route)(remixRequest(request, response, appUrl)), response);
      } catch (error) {
        next(error);
      }
    };
    answerRequest(request, response, { route, answer: () => void answer() });
  });
  app.use(answerFault);
  return app;
}

/**
 * Finds the handler for a pattern of addresses. For each page, Remix ranks all routes that it knows about six times,
 * which took most of an empty page's time. So each pattern has a handler that knows only the routes near it.
 */
function remixHandlers(build: ServerBuild): (pattern: string) => RequestHandler {
  const mode = process.env["NODE_ENV"];
  const ofAll = createRequestHandler(build, mode);
  const made = new Map<string, RequestHandler>([
    ["none", ofAll],
    ["/__manifest", ofAll],
  ]);
  return (pattern) => {
    const known = made.get(pattern);
    if (known) return known;
    const routes = routesNear(build.routes, pattern);
    const shown = Object.entries(build.assets.routes).filter(([id]) => id in routes);
    const assets = { ...build.assets, routes: Object.fromEntries(shown) };
    const handler = createRequestHandler({ ...build, routes, assets }, mode);
    made.set(pattern, handler);
    return handler;
  };
}

/** Answers failures outside Remix. Express knows an error handler by its four parameters. */
const answerFault: ErrorRequestHandler = (error, _request, response, _next) => {
  log.error("The web server failed", describeFault(error));
  if (response.headersSent) response.destroy();
  else response.status(500).type("text/plain").send("Something went wrong");
};

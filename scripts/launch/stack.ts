import { mkdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { migrate } from "../../app/platform/migrate.server.ts";
import { FolderInUse, lockFolder } from "../../bundled-postgres/folder-lock.ts";
import { removeHome } from "../../bundled-postgres/home.ts";
import { startBundledPostgres } from "../../bundled-postgres/start.ts";
import { StartProblem } from "../../bundled-postgres/start-problem.ts";
import { buildIfStale } from "./build-if-stale.ts";
import { LaunchProblem } from "./launch-problem.ts";
import { firstMessage, lastLines, partOf, startPart, type Part } from "./part.ts";
import { requireFreePort } from "./ports.ts";
import { readOrMakeSecrets } from "./secrets.ts";

export type StackOptions = {
  dataDir: string;
  port: number;
  localPort: number;
  /** "built" serves the build as in production; "hot" serves the sources and follows their changes. */
  app: "built" | "hot";
  /** Forgets what earlier runs left in `dataDir`. */
  fresh?: boolean;
  /** More environment for the app. */
  env?: Record<string, string>;
  say: (line: string) => void;
};

export type Stack = {
  appUrl: string;
  localUrl: string;
  paypalUrl: string;
  databaseUrl: string;
  logs: string;
  /** The app's environment. A worker or ingest process joins with an equal one. */
  env: Record<string, string>;
  /** Resolves with one line when a part ends that nobody stopped. */
  broke: Promise<string>;
  stop: () => Promise<void>;
  kill: () => void;
};

/** All that a demo leaves in its folder, by name: `--fresh` on a wrong folder must not empty that. */
const left = ["local-shopify", "local-paypal", "logs", "demo.env"];

type Opened = { parts: Part[]; logs: string; unlock: () => void };

async function takeFolder(options: StackOptions): Promise<Opened> {
  const folder = resolve(options.dataDir);
  try {
    const unlock = await lockFolder(folder, join(folder, "running.lock"));
    if (options.fresh) {
      removeHome(join(folder, "database"));
      for (const name of left) rmSync(join(folder, name), { recursive: true, force: true });
    }
    const logs = join(folder, "logs");
    mkdirSync(logs, { recursive: true });
    return { parts: [], logs, unlock };
  } catch (error) {
    if (error instanceof FolderInUse) throw new LaunchProblem(error.message);
    if (!(error instanceof Error) || !("code" in error)) throw error;
    throw new LaunchProblem(`${folder} cannot be used (${error.message}). Set DATA_DIR to another folder.`);
  }
}

async function startDatabase(options: StackOptions, opened: Opened): Promise<string> {
  const folder = join(resolve(options.dataDir), "database");
  const database = await startBundledPostgres({ folder }).catch((error: unknown) => {
    throw error instanceof StartProblem ? new LaunchProblem(error.message) : error;
  });
  opened.parts.push(partOf("The database", database.keeper));
  await migrate(database.url);
  return database.url;
}

async function startPlatform(
  options: StackOptions,
  opened: Opened,
  env: Record<string, string>,
): Promise<number> {
  const logFile = join(opened.logs, "local-shopify.log");
  const { part, child } = startPart({
    name: "The local platform",
    file: "local-shopify/main.ts",
    env: {
      ...env,
      DATA_DIR: options.dataDir,
      LOCAL_SHOPIFY_PORT: String(options.localPort),
      LOCAL_SMTP_PORT: "0",
    },
    logFile,
  });
  opened.parts.push(part);
  const message = await firstMessage(child, part, logFile);
  const hasPort = typeof message === "object" && message !== null && "smtpPort" in message;
  if (!hasPort) throw new LaunchProblem("The local platform did not say where its mail server is.");
  return Number(message.smtpPort);
}

/** No money moves here, so its credentials are no secret. */
const paypalApp = { id: "local-client", secret: "local-secret", webhook: "8PT597110X687430L" };

/** An account for a store to connect under Settings, Payouts. */
export const storePaypal = { id: "store-client", secret: "store-secret" };

async function startPaypal(options: StackOptions, opened: Opened, appUrl: string): Promise<string> {
  const logFile = join(opened.logs, "local-paypal.log");
  const { part, child } = startPart({
    name: "The local PayPal",
    file: "local-paypal/main.ts",
    env: {
      DATA_DIR: options.dataDir,
      LOCAL_PAYPAL_PORT: "0",
      LOCAL_PAYPAL_CLIENT_ID: paypalApp.id,
      LOCAL_PAYPAL_CLIENT_SECRET: paypalApp.secret,
      LOCAL_PAYPAL_ACCOUNTS: `${storePaypal.id}:${storePaypal.secret}`,
      LOCAL_PAYPAL_WEBHOOK_ID: paypalApp.webhook,
      LOCAL_PAYPAL_WEBHOOK_URL: `${appUrl}/webhooks/paypal`,
    },
    logFile,
  });
  opened.parts.push(part);
  const message = await firstMessage(child, part, logFile);
  const hasUrl = typeof message === "object" && message !== null && "url" in message;
  if (!hasUrl) throw new LaunchProblem("The local PayPal did not say where it is.");
  return String(message.url);
}

/** PayPal's address with all that the app needs to speak there, as PAYPAL_URL carries it. */
function paypalAddress(paypalUrl: string): string {
  const url = new URL(paypalUrl);
  url.username = paypalApp.id;
  url.password = paypalApp.secret;
  url.searchParams.set("webhook", paypalApp.webhook);
  return url.href;
}

async function isHealthy(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(5000) })).ok;
  } catch {
    return false;
  }
}

async function startApp(options: StackOptions, opened: Opened, env: Record<string, string>): Promise<void> {
  const logFile = join(opened.logs, "app.log");
  const isHot = options.app === "hot";
  const { part } = startPart({
    name: "The app",
    file: isHot ? "scripts/launch/serve-hot.ts" : "scripts/start.ts",
    args: isHot ? [String(options.port)] : ["--without-env-file"],
    env,
    logFile,
  });
  opened.parts.push(part);
  let how: string | undefined;
  void part.ended.then((line) => (how = line));
  const until = performance.now() + 90_000;
  // Asking again and again is what waiting means here.
  /* oxlint-disable no-await-in-loop */
  while (!(await isHealthy(`http://localhost:${options.port}/health`))) {
    if (how) throw new LaunchProblem(`The app did not start. It said:\n${lastLines(logFile)}`);
    if (performance.now() > until) throw new LaunchProblem(`The app is silent; ${logFile} may say why.`);
    await pause(150);
  }
  /* oxlint-enable no-await-in-loop */
}

/** The last started first: the app still needs the database while it finishes. */
async function stopInOrder(opened: Opened): Promise<void> {
  await opened.parts.reduceRight((before, part) => before.then(() => part.stop()), Promise.resolve());
  opened.unlock();
}

async function startParts(
  options: StackOptions,
  opened: Opened,
): Promise<Omit<Stack, "stop" | "kill" | "broke">> {
  const appUrl = `http://localhost:${options.port}`;
  const localUrl = `http://127.0.0.1:${options.localPort}`;
  const secrets = readOrMakeSecrets(options.dataDir);
  if (options.app === "built") await buildIfStale(options.say);
  options.say("Starting the database …");
  const databaseUrl = await startDatabase(options, opened);
  options.say("Starting the local platform …");
  const shared = { ...secrets, SHOPIFY_APP_URL: appUrl };
  const smtpPort = await startPlatform(options, opened, shared);
  const paypalUrl = await startPaypal(options, opened, appUrl);
  const env = {
    ...shared,
    NODE_ENV: options.app === "built" ? "production" : "development",
    PORT: String(options.port),
    HOST: process.env["HOST"] ?? "localhost",
    DATABASE_URL: databaseUrl,
    SHOPIFY_LOCAL_URL: localUrl,
    ALLOW_LOCAL_SHOPIFY: "demo",
    APP_BRIDGE_URL: `${localUrl}/app-bridge.js`,
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
    PAYPAL_URL: paypalAddress(paypalUrl),
    PAYPAL_SHOPS: "demo-store.myshopify.com",
    PAYPAL_LOCAL_URL: paypalUrl,
    JOBS: "in-process",
    ...options.env,
  };
  options.say("Starting the app …");
  await startApp(options, opened, env);
  return { appUrl, localUrl, paypalUrl, databaseUrl, logs: opened.logs, env };
}

/**
 * Starts the bundled PostgreSQL, the local platform, the local PayPal and the app, and answers when the app is healthy.
 * Throws a LaunchProblem, with everything stopped again, when one of them cannot start.
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  const opened = await takeFolder(options);
  try {
    await requireFreePort("PORT", options.port);
    await requireFreePort("LOCAL_SHOPIFY_PORT", options.localPort);
    const started = await startParts(options, opened);
    const broke = Promise.race(opened.parts.map((part) => part.ended.then((how) => `${part.name} ${how}`)));
    return {
      ...started,
      broke,
      stop: () => stopInOrder(opened),
      kill: () => {
        for (const part of opened.parts) part.kill();
        opened.unlock();
      },
    };
  } catch (error) {
    await stopInOrder(opened);
    throw error;
  }
}

import { createServer } from "node:net";
import { LaunchProblem } from "./launch-problem.ts";

function canListen(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    // A machine without IPv6 has no such address; that port is then not taken there.
    server.once("error", (error) => resolve(!("code" in error) || error.code !== "EADDRINUSE"));
    server.listen(port, host, () => server.close(() => resolve(true)));
  });
}

async function isFree(port: number): Promise<boolean> {
  // Both loopback addresses count: browsers try both.
  const free = await Promise.all([canListen(port, "127.0.0.1"), canListen(port, "::1")]);
  return free.every(Boolean);
}

/** Throws a line that names the port and its variable. */
export async function requireFreePort(variable: string, port: number): Promise<void> {
  if (await isFree(port)) return;
  throw new LaunchProblem(
    `Port ${port} is taken: stop what uses it, or choose another one with ${variable}.`,
  );
}

const [firstPort, lastPort] = [20_000, 29_999];
let latest = firstPort + ((process.pid * 61) % (lastPort - firstPort));

/**
 * A free port for a process that is about to start. Systems give connections ports above this range, so none takes it
 * before the process listens, and each process of ours begins elsewhere in it.
 */
export async function freePort(): Promise<number> {
  latest = latest === lastPort ? firstPort : latest + 1;
  // Other calls move `latest` while this one waits.
  const port = latest;
  return (await isFree(port)) ? port : freePort();
}

/** The number in `variable`, or `fallback`. */
export function readPort(variable: string, fallback: number): number {
  const given = process.env[variable];
  const port = given ? Number(given) : fallback;
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new LaunchProblem(`${variable}=${given} is not a port: give a number from 1 to 65535.`);
}

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

/** Throws a line that names the port and its variable. Both loopback addresses count: browsers try both. */
export async function requireFreePort(variable: string, port: number): Promise<void> {
  const free = await Promise.all([canListen(port, "127.0.0.1"), canListen(port, "::1")]);
  if (free.every(Boolean)) return;
  throw new LaunchProblem(
    `Port ${port} is taken: stop what uses it, or choose another one with ${variable}.`,
  );
}

/** The number in `variable`, or `fallback`. */
export function readPort(variable: string, fallback: number): number {
  const given = process.env[variable];
  const port = given ? Number(given) : fallback;
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new LaunchProblem(`${variable}=${given} is not a port: give a number from 1 to 65535.`);
}

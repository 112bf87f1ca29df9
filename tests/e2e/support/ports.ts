import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../../../scripts/launch/ports.ts";

const mostAttempts = 10;
const taken = /is taken|EADDRINUSE/;

/** Starts something again as long as it says that its port is taken. */
export async function whileTaken<Started>(start: () => Promise<Started>): Promise<Started> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await start();
    } catch (error) {
      const isTaken = error instanceof Error && taken.test(error.message);
      if (!isTaken || attempt === mostAttempts) throw error;
      await pause(200);
    }
  }
}

export type Ports = { port: number; localPort: number };

/** Any process may take a free port before `start` listens on it; `start` then gets others. */
export function onFreePorts<Started>(start: (ports: Ports) => Promise<Started>): Promise<Started> {
  return whileTaken(async () => start(await freePorts()));
}

/** Ports for a process that ends before it listens. */
export async function freePorts(): Promise<Ports> {
  const [port, localPort] = await Promise.all([freePort(), freePort()]);
  return { port, localPort };
}

import { Agent, type IncomingHttpHeaders, request } from "node:http";

/** One request, and the status that it must be answered with. */
export type Shot = {
  readonly path: string;
  readonly method?: "GET" | "POST";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  readonly status: number;
};

export type Load = {
  readonly origin: string;
  /** The next request; called once for each. */
  readonly next: () => Shot;
  /** Requests under way at any time, each on a connection that is kept. */
  readonly concurrency: number;
  readonly seconds: number;
  /** Stops here even when there is time left. */
  readonly mostRequests: number;
  /** Told of each answer as its head arrives. */
  readonly onAnswer?: (headers: IncomingHttpHeaders) => void;
};

export type Answered = {
  readonly perSecond: number;
  readonly requests: number;
  /** 99th percentile in milliseconds. */
  readonly p99: number;
};

/**
 * Asks an own server as fast as it answers, and counts. An answer of another status than the shot's ends the run with
 * an error: how fast something fails is no figure.
 */
export async function load(options: Load): Promise<Answered> {
  requireLoopback(options.origin);
  const agent = new Agent({ keepAlive: true, maxSockets: options.concurrency });
  const begun = performance.now();
  const until = begun + options.seconds * 1000;
  let sent = 0;
  const times: number[] = [];
  async function lane(): Promise<void> {
    while (sent < options.mostRequests && performance.now() < until) {
      sent += 1;
      const asked = performance.now();
      // Each lane waits for its answer before it asks again: that is the fixed concurrency.
      // oxlint-disable-next-line no-await-in-loop
      await shoot(options.next(), { ...options, agent });
      times.push(performance.now() - asked);
    }
  }
  try {
    await Promise.all(Array.from({ length: options.concurrency }, lane));
  } finally {
    agent.destroy();
  }
  const perSecond = times.length / ((performance.now() - begun) / 1000);
  const p99 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;
  return { perSecond, requests: times.length, p99 };
}

function shoot(shot: Shot, { origin, agent, onAnswer }: Load & { agent: Agent }): Promise<void> {
  const { path, method = "GET", headers = {}, body, status } = shot;
  return new Promise((resolve, reject) => {
    const length = body ? { "Content-Length": String(body.byteLength) } : {};
    const sent = request(
      `${origin}${path}`,
      { agent, method, headers: { ...headers, ...length } },
      (answer) => {
        answer.resume();
        onAnswer?.(answer.headers);
        answer.once("error", reject);
        answer.once("end", () => {
          if (answer.statusCode === status) resolve();
          else reject(new Error(`${method} ${path} answered ${answer.statusCode} instead of ${status}.`));
        });
      },
    );
    sent.once("error", reject);
    sent.end(body);
  });
}

/** A load generator that could be pointed at somebody else is a weapon. */
function requireLoopback(origin: string): void {
  const { hostname } = new URL(origin);
  if (hostname !== "127.0.0.1" && hostname !== "localhost") throw new Error(`${origin} is not this machine.`);
}

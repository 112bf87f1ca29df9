import { subscribe } from "node:diagnostics_channel";
import type { ServerResponse } from "node:http";

const asked = "http.server.request.start";
const longestEndMs = 20_000;

/**
 * A server that is told to end waits until its connections are gone, and browsers keep theirs for the next request: an
 * open page, which asks every second, would hold it for ever. From then on each answer is the last of its connection.
 * A job that calls others may run longer than whoever told it waits: what it held is taken up again by the next.
 */
export function letGoAtTheEnd(): void {
  let isEnding = false;
  const end = () => {
    isEnding = true;
    setTimeout(() => process.exit(1), longestEndMs).unref();
  };
  process.once("SIGTERM", end);
  process.once("SIGINT", end);
  subscribe(asked, (message) => {
    if (isEnding) (message as { response: ServerResponse }).response.shouldKeepAlive = false;
  });
}

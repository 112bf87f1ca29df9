import type { Server } from "node:http";
import type { Socket } from "node:net";

/** How long a connection may still be used for one more request. */
const graceMs = 1000;

/**
 * Prepares a server for its end and returns what ends it; `onClosed` is called once all is answered. A server that closes
 * waits for its connections, and clients keep theirs: from then on each answer is the last of its connection. Node keeps
 * those on which nothing was ever asked, as browsers open them in advance, for as long as the client does.
 */
export function serverEnd(server: Server): (onClosed?: () => void) => void {
  const unused = new Set<Socket>();
  let isEnding = false;
  server.on("connection", (socket: Socket) => {
    unused.add(socket);
    socket.once("close", () => unused.delete(socket));
  });
  server.prependListener("request", ({ socket }, response) => {
    unused.delete(socket);
    if (isEnding) response.shouldKeepAlive = false;
  });
  return (onClosed) => {
    isEnding = true;
    server.keepAliveTimeout = graceMs;
    server.close(onClosed);
    setTimeout(() => {
      for (const socket of unused) socket.destroy();
    }, graceMs).unref();
  };
}

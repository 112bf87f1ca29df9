import { randomBytes } from "node:crypto";
import type { Socket } from "node:net";
import { createFrameReader, errorResponse, frontend, opening, startupReply } from "./protocol.ts";
import { createSession, type Client, type Session, type Shared } from "./session.ts";

/** Beyond this much work or output of one client, no more is read from it. */
const mostPending = 64;
const mostUnread = 4 * 1024 * 1024;

/** Answers a request to stop another connection's statement; on a real server this one is not answered at all. */
function cancelOther(message: Buffer, socket: Socket, shared: Shared): void {
  const other = message.length >= 16 ? shared.clients.get(message.readInt32BE(8)) : undefined;
  const isMeant = other?.cancelKey.equals(message.subarray(12, 16)) ?? false;
  if (isMeant && other?.cancel()) {
    socket.end();
    return;
  }
  socket.end(errorResponse("ERROR", "0A000", "embedded database: a running statement cannot be cancelled"));
}

/** Serves one socket: its start-up, its messages, how much is read ahead, and its end. */
export function serveConnection(socket: Socket, id: number, shared: Shared): void {
  const reader = createFrameReader();
  let session: Session | undefined;
  let pending = 0;

  function send(bytes: Buffer): void {
    if (socket.writable && bytes.length > 0) socket.write(bytes);
  }

  function readAsMuchAsFits(): void {
    const full = pending >= mostPending || socket.writableLength > mostUnread;
    if (full && !socket.isPaused()) socket.pause();
    if (!full && socket.isPaused()) socket.resume();
  }

  function pendingChanged(now: number): void {
    pending = now;
    readAsMuchAsFits();
  }

  function open(message: Buffer): void {
    const asked = message.readInt32BE(4);
    if (asked === opening.ssl || asked === opening.gssEncryption) {
      send(Buffer.from("N"));
    } else if (asked === opening.cancel) {
      cancelOther(message, socket, shared);
    } else if (asked >> 16 === 3) {
      // The start-up never reaches the engine: there it would disturb whoever has the session.
      const opened = createSession(id, shared, { send, pendingChanged });
      session = opened;
      const client: Client = {
        cancelKey: randomBytes(4),
        cancel: opened.cancel,
        hear: opened.hear,
        end(text) {
          send(errorResponse("FATAL", "57P01", text));
          socket.destroySoon();
        },
      };
      shared.clients.set(id, client);
      send(startupReply(shared.engine.settings, id, client.cancelKey));
    } else {
      socket.end(errorResponse("FATAL", "0A000", "embedded database: protocol 3 is spoken here"));
    }
  }

  function read(): void {
    for (;;) {
      const message = socket.writable ? reader.next(session !== undefined) : undefined;
      if (!message) return;
      if (!session) open(message);
      else if (message[0] === frontend.terminate) socket.end();
      else session.receive(message);
    }
  }

  socket.setNoDelay(true);
  socket.on("error", () => socket.destroy());
  socket.on("drain", readAsMuchAsFits);
  socket.on("close", () => {
    shared.clients.delete(id);
    session?.leave();
  });
  socket.on("data", (chunk: Buffer) => {
    reader.push(chunk);
    try {
      read();
    } catch (error) {
      const why = error instanceof Error ? error.message : "this is not PostgreSQL's protocol";
      socket.end(errorResponse("FATAL", "08P01", `embedded database: ${why}`));
    }
    readAsMuchAsFits();
  });
}

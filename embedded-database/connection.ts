import { randomBytes } from "node:crypto";
import type { Socket } from "node:net";
import type { Engine } from "./engine.ts";
import {
  closeStatement,
  createFrameReader,
  errorResponse,
  frontend,
  opening,
  query,
  readyForQuery,
  startupReply,
  sync,
} from "./protocol.ts";
import { createReplyScanner } from "./replies.ts";
import { createClientStatements, definesUnnamedStatement, usesUnnamedStatement } from "./statements.ts";
import type { Turns } from "./turns.ts";

/** What the connections of one server share. */
export type Shared = {
  engine: Engine;
  turns: Turns;
  clients: Map<number, Client>;
  limitMs: number;
  /** Whose unnamed statement the engine holds: it has room for one. */
  unnamedOf: number | undefined;
  onBroken(error: unknown): void;
};

export type Client = {
  cancelKey: Buffer;
  /** Takes back what has not begun; answers false when there is only a running statement, which cannot be stopped. */
  cancel(): boolean;
  hear(channel: string, message: Buffer): void;
  end(text: string): void;
};

type Batch = { messages: Buffer[]; defines: boolean; uses: boolean };

const endsBatch = new Set<number | undefined>([
  frontend.sync,
  frontend.query,
  frontend.functionCall,
  frontend.flush,
]);
const strayCopy = new Set<number | undefined>([frontend.copyData, frontend.copyDone, frontend.copyFail]);

/** Beyond this much work or output of one client, no more is read from it. */
const mostPending = 64;
const mostUnread = 4 * 1024 * 1024;

/** Serves one socket: its start-up, its batches in turn, and what must be undone when it goes away. */
export function serveConnection(socket: Socket, id: number, shared: Shared): void {
  const reader = createFrameReader();
  const statements = createClientStatements(id);
  let batch: Batch = { messages: [], defines: false, uses: false };
  let started = false;
  let pending = 0;

  function send(bytes: Buffer): void {
    if (socket.writable && bytes.length > 0) socket.write(bytes);
  }

  function holdBack(): void {
    const full = pending >= mostPending || socket.writableLength > mostUnread;
    if (full && !socket.isPaused()) socket.pause();
    if (!full && socket.isPaused()) socket.resume();
  }

  function finished(): void {
    pending -= 1;
    holdBack();
  }

  async function run(work: Batch, forward: (bytes: Buffer) => void): Promise<boolean> {
    const latest = statements.unnamed();
    const retold = work.uses && shared.unnamedOf !== id ? latest : undefined;
    if (work.defines || retold) shared.unnamedOf = id;
    const notify = (message: Buffer) => tellListeners(shared, message);
    const replies = createReplyScanner({ forward, notify, dropsFirstParse: retold !== undefined });
    try {
      await shared.engine.run(
        Buffer.concat(retold ? [retold, ...work.messages] : work.messages),
        replies.push,
      );
    } catch (error) {
      forward(errorResponse("FATAL", "58000", "embedded database: the engine stopped working"));
      shared.onBroken(error);
    }
    return replies.state() !== "I";
  }

  function enqueue(work: Batch): void {
    pending += 1;
    shared.turns.add({
      client: id,
      run: () => run(work, send).finally(finished),
      refuse() {
        const why = "is a query on a second connection awaited inside a transaction?";
        const text = `embedded database: waited ${shared.limitMs} ms for another connection's idle transaction (${why})`;
        send(Buffer.concat([errorResponse("ERROR", "55P03", text), readyForQuery]));
        finished();
      },
    });
  }

  function receive(message: Buffer): void {
    if (message[0] === frontend.terminate) return void socket.end();
    // Outside a COPY a server ignores these; the engine would take them for garbage.
    if (strayCopy.has(message[0])) return;
    if (definesUnnamedStatement(message)) batch.defines = true;
    else if (usesUnnamedStatement(message) && !batch.defines) batch.uses = true;
    batch.messages.push(statements.translate(message));
    if (!endsBatch.has(message[0])) return;
    enqueue(batch);
    batch = { messages: [], defines: false, uses: false };
  }

  function open(message: Buffer): void {
    const asked = message.readInt32BE(4);
    if (asked === opening.ssl || asked === opening.gssEncryption) return send(Buffer.from("N"));
    if (asked === opening.cancel) return cancelOther(message);
    if (asked >> 16 !== 3) {
      return void socket.end(errorResponse("FATAL", "0A000", "embedded database: protocol 3 is spoken here"));
    }
    const client = createClient();
    shared.clients.set(id, client);
    started = true;
    send(startupReply(shared.engine.settings, id, client.cancelKey));
  }

  function cancelOther(message: Buffer): void {
    const other = message.length >= 16 ? shared.clients.get(message.readInt32BE(8)) : undefined;
    const isMeant = other?.cancelKey.equals(message.subarray(12, 16)) ?? false;
    if (isMeant && other?.cancel()) return void socket.end();
    const text = "embedded database: a running statement cannot be cancelled";
    socket.end(errorResponse("ERROR", "0A000", text));
  }

  function createClient(): Client {
    return {
      cancelKey: randomBytes(4),
      cancel() {
        if (shared.turns.holds(id)) return false;
        const withdrawn = shared.turns.withdraw(id);
        const refusal = [
          errorResponse("ERROR", "57014", "canceling statement due to user request"),
          readyForQuery,
        ];
        for (let count = 0; count < withdrawn; count += 1) {
          send(Buffer.concat(refusal));
          finished();
        }
        return withdrawn > 0;
      },
      hear(channel, message) {
        if (statements.listensTo(channel)) send(message);
      },
      end(text) {
        send(errorResponse("FATAL", "57P01", text));
        socket.end();
        socket.destroySoon();
      },
    };
  }

  /** What a real server forgets with the session: the open transaction and the prepared statements. */
  function leave(): void {
    shared.clients.delete(id);
    shared.turns.withdraw(id);
    const undo = shared.turns.holds(id) ? [sync, query("rollback")] : [];
    const forget = statements.named().map(closeStatement);
    if (undo.length + forget.length === 0) return;
    const work: Batch = { messages: [...undo, ...forget, sync], defines: false, uses: false };
    shared.turns.add({ client: id, run: () => run(work, () => {}) });
  }

  socket.setNoDelay(true);
  socket.on("error", () => socket.destroy());
  socket.on("drain", holdBack);
  socket.on("close", leave);
  socket.on("data", (chunk: Buffer) => {
    reader.push(chunk);
    try {
      for (let message = reader.next(started); message; message = reader.next(started)) {
        if (started) receive(message);
        else open(message);
        if (!socket.writable) return;
      }
    } catch (error) {
      const why = error instanceof Error ? error.message : "a message that is not PostgreSQL's protocol";
      socket.end(errorResponse("FATAL", "08P01", `embedded database: ${why}`));
    }
    holdBack();
  });
}

/** A notification is: length, sender, channel, payload. The engine has one session, so everybody is its listener. */
function tellListeners(shared: Shared, message: Buffer): void {
  const channel = message.toString("utf8", 9, message.indexOf(0, 9));
  for (const client of shared.clients.values()) client.hear(channel, message);
}

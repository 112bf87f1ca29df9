import type { Engine } from "./engine.ts";
import { closeStatement, errorResponse, frontend, query, readyForQuery, sync } from "./protocol.ts";
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
  onBroken: (error: unknown) => void;
};

/** A client as the others and the server see it. */
export type Client = {
  cancelKey: Buffer;
  /** Takes back what has not begun; false when only a running statement is there, which cannot be stopped. */
  cancel: () => boolean;
  hear: (channel: string, message: Buffer) => void;
  end: (text: string) => void;
};

export type Session = {
  receive: (message: Buffer) => void;
  cancel: () => boolean;
  hear: (channel: string, message: Buffer) => void;
  /** What a real server forgets with the connection: the open transaction and the prepared statements. */
  leave: () => void;
};

type Outlet = {
  send: (bytes: Buffer) => void;
  /** Told how many batches are not answered yet, whenever that changes. */
  pendingChanged: (pending: number) => void;
};

type Batch = { messages: Buffer[]; defines: boolean; uses: boolean };

const endsBatch = new Set<number | undefined>([
  frontend.sync,
  frontend.query,
  frontend.functionCall,
  frontend.flush,
]);
const strayCopy = new Set<number | undefined>([frontend.copyData, frontend.copyDone, frontend.copyFail]);

function emptyBatch(): Batch {
  return { messages: [], defines: false, uses: false };
}

function refusal(code: string, text: string): Buffer {
  return Buffer.concat([errorResponse("ERROR", code, text), readyForQuery]);
}

/** A notification is: length, sender, channel, payload. The engine has one session, so it hears for everybody. */
function tellListeners(shared: Shared, message: Buffer): void {
  const channel = message.toString("utf8", 9, message.indexOf(0, 9));
  for (const client of shared.clients.values()) client.hear(channel, message);
}

/** Collects one client's messages into batches and has each run in its turn. */
export function createSession(id: number, shared: Shared, outlet: Outlet): Session {
  const statements = createClientStatements(id);
  let batch = emptyBatch();
  let pending = 0;

  function count(change: number): void {
    pending += change;
    outlet.pendingChanged(pending);
  }

  async function run(work: Batch, forward: (bytes: Buffer) => void): Promise<boolean> {
    const retold = work.uses && shared.unnamedOf !== id ? statements.unnamed() : undefined;
    if (work.defines || retold) shared.unnamedOf = id;
    const replies = createReplyScanner({
      forward,
      notify: (message) => tellListeners(shared, message),
      dropsFirstParse: retold !== undefined,
    });
    const bytes = Buffer.concat(retold ? [retold, ...work.messages] : work.messages);
    try {
      await shared.engine.run(bytes, replies.push);
    } catch (error) {
      forward(errorResponse("FATAL", "58000", "embedded database: the engine stopped working"));
      shared.onBroken(error);
    }
    return replies.state() !== "I";
  }

  function enqueue(work: Batch): void {
    count(1);
    shared.turns.add({
      client: id,
      run: () => run(work, outlet.send).finally(() => count(-1)),
      refuse() {
        const why = "is a query on a second connection awaited inside a transaction?";
        const waited = `waited ${shared.limitMs} ms for another connection's idle transaction`;
        outlet.send(refusal("55P03", `embedded database: ${waited} (${why})`));
        count(-1);
      },
    });
  }

  return {
    receive(message) {
      // Outside a COPY a server ignores these; the engine would take them for garbage.
      if (strayCopy.has(message[0])) return;
      if (definesUnnamedStatement(message)) batch.defines = true;
      else if (usesUnnamedStatement(message) && !batch.defines) batch.uses = true;
      batch.messages.push(statements.translate(message));
      if (!endsBatch.has(message[0])) return;
      enqueue(batch);
      batch = emptyBatch();
    },
    cancel() {
      if (shared.turns.holds(id)) return false;
      const withdrawn = shared.turns.withdraw(id);
      for (let turn = 0; turn < withdrawn; turn += 1) {
        outlet.send(refusal("57014", "canceling statement due to user request"));
        count(-1);
      }
      return withdrawn > 0;
    },
    hear(channel, message) {
      if (statements.listensTo(channel)) outlet.send(message);
    },
    leave() {
      shared.turns.withdraw(id);
      const undo = shared.turns.holds(id) ? [sync, query("rollback")] : [];
      const forget = statements.named().map(closeStatement);
      if (undo.length + forget.length === 0) return;
      const work = { ...emptyBatch(), messages: [...undo, ...forget, sync] };
      shared.turns.add({ client: id, run: () => run(work, () => {}) });
    },
  };
}

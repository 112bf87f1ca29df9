import { backend } from "./protocol.ts";

type ReplyOptions = {
  forward: (bytes: Buffer) => void;
  notify: (message: Buffer) => void;
  /** True when the first ParseComplete answers a message that the client did not send. */
  dropsFirstParse: boolean;
};

export type ReplyScanner = {
  push: (data: Uint8Array) => void;
  /** The transaction state the engine last told: "I" idle, "T" in a transaction, "E" failed; undefined: it expects more. */
  state: () => string | undefined;
};

/**
 * Reads along in what the engine answers to one batch, because the engine has one session for all clients:
 * notifications in it belong to whoever listens, and its last word tells whether a transaction stays open.
 */
export function createReplyScanner(options: ReplyOptions): ReplyScanner {
  let carry: Buffer = Buffer.alloc(0);
  let left = 0;
  let state: string | undefined;
  let dropsParse = options.dropsFirstParse;

  function isHeldBack(type: number | undefined): boolean {
    return type === backend.notification || (type === backend.parseComplete && dropsParse);
  }

  function holdBack(message: Buffer): void {
    if (message[0] === backend.notification) options.notify(message);
    else dropsParse = false;
  }

  return {
    state: () => state,
    push(data) {
      // A copy: the bytes lie in the engine's memory, which the next message overwrites.
      const chunk = Buffer.concat([carry, data]);
      carry = Buffer.alloc(0);
      let from = 0;
      let at = Math.min(left, chunk.length);
      left -= at;
      while (at < chunk.length) {
        const type = chunk[at];
        const total = chunk.length - at < 5 ? 5 : 1 + chunk.readInt32BE(at + 1);
        const read = type === backend.ready || isHeldBack(type);
        const here = Math.min(total, chunk.length - at);
        if (here < 5 || (read && here < total)) {
          carry = chunk.subarray(at);
          break;
        }
        if (type === backend.ready) state = String.fromCharCode(chunk[at + 5] ?? 0);
        if (isHeldBack(type)) {
          options.forward(chunk.subarray(from, at));
          holdBack(chunk.subarray(at, at + total));
          from = at + total;
        }
        left = total - here;
        at += here;
      }
      if (at > from) options.forward(chunk.subarray(from, at));
    },
  };
}

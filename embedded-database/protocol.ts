/** Message types of PostgreSQL's wire protocol 3.0 that this server has to tell apart, by their first byte. */
export const frontend = {
  bind: 66,
  close: 67,
  copyData: 100,
  copyDone: 99,
  copyFail: 102,
  describe: 68,
  flush: 72,
  functionCall: 70,
  parse: 80,
  query: 81,
  sync: 83,
  terminate: 88,
} as const;

export const backend = { notification: 65, parseComplete: 49, parameterStatus: 83, ready: 90 } as const;

/** What a message without a type byte, the first one of a connection, can ask for. */
export const opening = { cancel: 80_877_102, ssl: 80_877_103, gssEncryption: 80_877_104 } as const;

export type FrameReader = {
  push: (chunk: Buffer) => void;
  /** The next whole message, or undefined while bytes are missing. `typed` is false for opening messages. */
  next: (typed: boolean) => Buffer | undefined;
};

const largestTyped = 512 * 1024 * 1024;
const largestOpening = 10_000;

/** Cuts a byte stream into messages. Throws on a length that no client of ours would send. */
export function createFrameReader(): FrameReader {
  let chunks: Buffer[] = [];
  let size = 0;
  let needed = 0;
  return {
    push(chunk) {
      chunks.push(chunk);
      size += chunk.length;
    },
    next(typed) {
      const lengthAt = typed ? 1 : 0;
      // Chunks are joined only once the whole message is there, so that a large value is copied once.
      if (size < Math.max(needed, lengthAt + 4)) return undefined;
      const joined = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
      chunks = [joined];
      const length = joined.readInt32BE(lengthAt);
      if (length < 4 || length > (typed ? largestTyped : largestOpening)) {
        throw new Error(`a message of ${length} bytes is not PostgreSQL's protocol`);
      }
      needed = lengthAt + length;
      if (size < needed) return undefined;
      const message = joined.subarray(0, needed);
      chunks = [joined.subarray(needed)];
      size -= needed;
      needed = 0;
      return message;
    },
  };
}

/** A message of one type with this content. */
export function frame(type: number, content: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head[0] = type;
  head.writeInt32BE(content.length + 4, 1);
  return Buffer.concat([head, content]);
}

export function query(text: string): Buffer {
  return frame(frontend.query, Buffer.from(`${text}\0`));
}

export function closeStatement(name: string): Buffer {
  return frame(frontend.close, Buffer.from(`S${name}\0`));
}

export const sync = frame(frontend.sync, Buffer.alloc(0));

export function errorResponse(severity: "ERROR" | "FATAL", code: string, text: string): Buffer {
  return frame(69, Buffer.from(`S${severity}\0V${severity}\0C${code}\0M${text}\0\0`));
}

/** "Ready for the next query", outside any transaction. */
export const readyForQuery = frame(backend.ready, Buffer.from("I"));

/** What a server answers to a start-up: nobody has to prove anything, then its settings and the cancel key. */
export function startupReply(settings: Buffer, client: number, cancelKey: Buffer): Buffer {
  const key = Buffer.alloc(4);
  key.writeInt32BE(client, 0);
  return Buffer.concat([
    frame(82, Buffer.alloc(4)),
    settings,
    frame(75, Buffer.concat([key, cancelKey])),
    readyForQuery,
  ]);
}

import { Transform } from "node:stream";

/**
 * A stream that hands on what React writes only when React says `flush`: it writes pieces of 2 kB, and each would
 * travel alone through every layer down to the socket.
 */
export function joinedChunks(): Transform & { flush: () => void } {
  let parts: Buffer[] = [];
  function handOn(stream: Transform): void {
    if (parts.length > 0) stream.push(Buffer.concat(parts));
    parts = [];
  }
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      parts.push(chunk);
      done();
    },
    flush(done) {
      handOn(stream);
      done();
    },
  });
  return Object.assign(stream, { flush: () => handOn(stream) });
}

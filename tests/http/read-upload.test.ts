import { createServer, request as requestOf, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { afterEach, expect, it } from "vitest";
import { readUpload } from "#app/http/read-upload.ts";
import { remixRequest } from "../../scripts/launch/remix-request.ts";

const megabyte = Buffer.alloc(1_000_000, "x");
const head = '--B\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n';
const tail = "\r\n--B--\r\n";

function* form(megabytes: number) {
  yield Buffer.from(head);
  for (let sent = 0; sent < megabytes; sent += 1) yield megabyte;
  yield Buffer.from(tail);
}

let server: Server | undefined;

afterEach(() => server?.close());

/** A server that answers how many bytes of the file were read, of at most `mostBytes`, and what went wrong. */
async function serve(mostBytes: number, enough = Infinity): Promise<number> {
  server = createServer((incoming, outgoing) => {
    const answer = readUpload(remixRequest(incoming, outgoing, "http://localhost"), {
      mostBytes,
      keep: async ({ fileName, bytes }) => {
        let size = 0;
        for await (const some of bytes) {
          size += some.byteLength;
          if (size > enough) break;
        }
        return `${fileName} ${size > enough ? "enough" : size}`;
      },
      tooLarge: () => "too large",
    });
    answer.then(
      (text) => outgoing.end(text),
      (thrown: Response) => outgoing.writeHead(thrown.status).end(`refused ${thrown.status}`),
    );
  });
  await new Promise<void>((done) => server?.listen(0, "127.0.0.1", done));
  return (server.address() as AddressInfo).port;
}

type Sent = { readonly parts: Iterable<Buffer>; readonly length?: number };

async function post(port: number, { parts, length }: Sent): Promise<string> {
  const headers = {
    "Content-Type": "multipart/form-data; boundary=B",
    ...(length !== undefined && { "Content-Length": length }),
  };
  const sending = requestOf({ port, host: "127.0.0.1", method: "POST", headers });
  const answered = new Promise<string>((done, fail) => {
    sending.once("error", fail);
    sending.once("response", (response) => {
      const texts: string[] = [];
      response.on("data", (text: Buffer) => texts.push(text.toString()));
      response.once("end", () => done(texts.join("")));
    });
  });
  await pipeline(Readable.from(parts), sending);
  return await answered;
}

const framing = head.length + tail.length;

it("passes a file on while it arrives", async () => {
  const port = await serve(10_000_000);
  expect(await post(port, { parts: form(3) })).toBe("a.csv 3000000");
});

it("answers a form of 500 MB, which it neither keeps nor cuts off", async () => {
  const port = await serve(200_000_000);
  const before = process.memoryUsage.rss();
  expect(await post(port, { parts: form(500), length: 500_000_000 + framing })).toBe("too large");
  expect(process.memoryUsage.rss() - before).toBeLessThan(200_000_000);
});

it("drops what the reader of a file leaves, and answers", async () => {
  const port = await serve(10_000_000_000, 2_000_000);
  const before = process.memoryUsage.rss();
  expect(await post(port, { parts: form(100) })).toBe("a.csv enough");
  expect(process.memoryUsage.rss() - before).toBeLessThan(200_000_000);
});

it("refuses a form that ends within its file, and takes one without a file as an empty one", async () => {
  const port = await serve(10_000_000);
  expect(await post(port, { parts: [Buffer.from(head), megabyte] })).toBe("refused 400");
  expect(await post(port, { parts: [Buffer.from("none")] })).toBe(" 0");
});

import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { expect, test } from "vitest";
import { serverEnd } from "#app/http/plain-server.ts";

async function startServer() {
  const asked = Promise.withResolvers<void>();
  const answers = Promise.withResolvers<void>();
  const server = createServer({ keepAliveTimeout: 80_000 }, (request, response) => {
    if (request.url === "/slow") {
      asked.resolve();
      void answers.promise.then(() => response.end("done"));
    } else response.end("done");
  });
  const end = serverEnd(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { end, port: (server.address() as AddressInfo).port, asked: asked.promise, answer: answers.resolve };
}

async function openConnection(port: number, text = ""): Promise<{ socket: Socket; heard: () => string }> {
  const socket = connect(port, "127.0.0.1");
  let heard = "";
  socket.on("data", (chunk: Buffer) => (heard += chunk.toString()));
  socket.on("error", () => {});
  await once(socket, "connect");
  if (text !== "") socket.write(text);
  return { socket, heard: () => heard };
}

const ask = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a.example\r\n\r\n`;

test("a server ends whatever its clients keep open, and answers first", async () => {
  const { end, port, asked, answer } = await startServer();
  const unused = await openConnection(port);
  const idle = await openConnection(port, ask("/"));
  const slow = await openConnection(port, ask("/slow"));
  await asked;
  await expect.poll(idle.heard).toContain("done");
  const ended = new Promise<void>((resolve) => end(resolve));
  const closed = [unused, idle, slow].map(({ socket }) => once(socket, "close"));
  answer();
  await Promise.all([ended, ...closed]);
  expect(slow.heard()).toContain("done");
});

test("while a server ends, an answer is the last of its connection", async () => {
  const { end, port, asked, answer } = await startServer();
  await openConnection(port, ask("/slow"));
  const next = await openConnection(port);
  await asked;
  const ended = new Promise<void>((resolve) => end(resolve));
  next.socket.write(ask("/"));
  await once(next.socket, "close");
  expect(next.heard()).toMatch(/connection: close[^]*done/i);
  answer();
  await ended;
});

import { randomBytes } from "node:crypto";
import { createServer, request, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createGunzip } from "node:zlib";
import type { ServerBuild } from "@remix-run/node";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { webApp } from "../../scripts/launch/web-server.ts";

const partBytes = 64 * 1024;
const parts = 1_000;
/** How much of the body was asked for, and whether it was told that nobody takes it. */
const seen = { parts: 0, isCancelled: false };

function file(): Response {
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      seen.parts += 1;
      if (seen.parts > parts) controller.close();
      else controller.enqueue(new Uint8Array(partBytes));
    },
    cancel: () => void (seen.isCancelled = true),
  });
  return new Response(body);
}

/** Text that hardly gets smaller. */
function noise(): Response {
  let part = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      part += 1;
      if (part > 100) controller.close();
      else controller.enqueue(Buffer.from(randomBytes(partBytes).toString("base64")));
    },
  });
  return new Response(body, { headers: { "Content-Type": "text/csv" } });
}

const build = {
  entry: { module: { default: file } },
  routes: {
    root: { id: "root", path: "", module: {} },
    file: { id: "file", parentId: "root", path: "file", module: { loader: file } },
    noise: { id: "noise", parentId: "root", path: "noise", module: { loader: noise } },
  },
  assets: { entry: { imports: [], module: "" }, routes: {}, url: "", version: "" },
  future: {},
  assetsBuildDirectory: "build/client",
};

let server: Server;
beforeAll(async () => {
  server = createServer(webApp(build as unknown as ServerBuild, "http://localhost:3000"));
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
});
afterAll(() => new Promise((done) => server.close(done)));
beforeEach(() => void Object.assign(seen, { parts: 0, isCancelled: false }));

function ask(path = "/file"): Promise<IncomingMessage> {
  const { port } = server.address() as AddressInfo;
  const headers = { "Accept-Encoding": "gzip" };
  return new Promise((resolve, reject) => {
    request({ host: "127.0.0.1", port, path, headers, agent: false }, resolve).on("error", reject).end();
  });
}

/** Once nobody has asked for more during a tenth of a second. */
async function whenStill(): Promise<number> {
  for (let before = -1; before !== seen.parts;) {
    before = seen.parts;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return seen.parts;
}

it("what nobody takes is not read, and all of it comes to who takes it", async () => {
  const answer = await ask();
  answer.pause();
  expect(await whenStill()).toBeLessThan(parts / 2);
  let bytes = 0;
  for await (const part of answer) bytes += (part as Buffer).byteLength;
  expect([bytes, seen.isCancelled]).toEqual([parts * partBytes, false]);
});

it("a body is told that its reader has gone, and is read no further", async () => {
  const answer = await ask();
  answer.pause();
  await whenStill();
  answer.destroy();
  await expect.poll(() => seen.isCancelled).toBe(true);
  expect(await whenStill()).toBeLessThan(parts / 2);
});

it("a compressed body that waits for its reader many times listens once", async () => {
  const warnings: string[] = [];
  const note = (warning: Error): unknown => warnings.push(warning.name);
  process.on("warning", note);
  const answer = await ask("/noise");
  expect(answer.headers["content-encoding"]).toBe("gzip");
  let bytes = 0;
  for await (const part of answer.pipe(createGunzip())) bytes += (part as Buffer).byteLength;
  process.off("warning", note);
  expect(bytes).toBe(100 * Math.ceil(partBytes / 3) * 4);
  expect(warnings).not.toContain("MaxListenersExceededWarning");
});

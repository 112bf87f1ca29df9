import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { isOwnOrigin } from "#app/http/cookies.server.ts";
import { remixRequest } from "../../../scripts/launch/remix-request.ts";

let server: Server;
let host = "";

/** Answers the origin that Remix compares with the host, and the result of our own check. */
beforeAll(async () => {
  server = createServer((incoming, outgoing) => {
    const seen = remixRequest(incoming, outgoing, "http://localhost:3000");
    outgoing.end(JSON.stringify({ origin: seen.headers.get("Origin"), own: isOwnOrigin(seen) }));
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((done) => server.close(done)));

function post(headers: Record<string, string>): Promise<{ origin: string | null; own: boolean }> {
  return new Promise((resolve, reject) => {
    const asked = request(`http://${host}/`, { method: "POST", headers }, (answer) => {
      let text = "";
      answer.on("data", (part: Buffer) => (text += part.toString()));
      answer.on("end", () => resolve(JSON.parse(text) as { origin: string | null; own: boolean }));
    });
    asked.on("error", reject);
    asked.end();
  });
}

it("marks another site's form for the routes, whatever else it claims", async () => {
  for (const origin of [
    "https://evil.example",
    "null",
    "not an origin",
    "http://localhost:3000.evil.example",
  ]) {
    expect(await post({ Origin: origin, "Sec-Fetch-Site": "same-origin" })).toEqual({
      origin: null,
      own: false,
    });
  }
});

it("lets our own form pass, seen directly, by a forwarded host, and behind a proxy that changes the host", async () => {
  const direct = await post({ Origin: `http://${host}` });
  expect(direct).toEqual({ origin: `http://${host}`, own: true });
  const forwarded = await post({ Origin: "https://app.example", "X-Forwarded-Host": "app.example" });
  expect(forwarded.origin).toBe("https://app.example");
  expect(await post({ Origin: "http://localhost:3000" })).toEqual({ origin: null, own: true });
});

it("still refuses what names no origin at all", async () => {
  expect(await post({})).toEqual({ origin: null, own: false });
});

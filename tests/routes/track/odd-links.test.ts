import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { leadOddLinksOn } from "../../../scripts/launch/odd-links.ts";

let server: Server;

/** Answers the address as Express and Remix are told of it. */
beforeAll(async () => {
  leadOddLinksOn();
  server = createServer((incoming, outgoing) => outgoing.end(incoming.url));
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
});
afterAll(() => new Promise((done) => server.close(done)));

function told(path: string): Promise<string> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const asked = request({ host: "127.0.0.1", port, path }, (answer) => {
      let text = "";
      answer.on("data", (part: Buffer) => (text += part.toString()));
      answer.on("end", () => resolve(text));
    });
    asked.on("error", reject);
    asked.end();
  });
}

it.each([
  ["/r/SAVE10%?s=shop", "/r/SAVE10%25?s=shop"],
  ["/r/%E0%A4%A?s=shop", "/r/%25E0%25A4%25A?s=shop"],
  ["/r/%", "/r/%25"],
  ["/r/maya.data?s=shop", "/r/maya%2Edata?s=shop"],
  ["/r/%.data", "/r/%25%2Edata"],
  ["/r/maya?s=shop&_data=routes%2Fx&sub=7&%5Fdata=", "/r/maya?s=shop&sub=7"],
])("a link written %s reaches its route", async (path, as) => {
  expect(await told(path)).toBe(as);
});

it.each([
  "/r/maya?s=shop&to=%2Fproducts%2Fmug&sub=a%20b",
  "/r/%C3%A9?s=shop",
  "/r/maya",
  "/r/maya?",
  "/r/",
  "/r/a/b.data",
  "/dashboard.data?_routes=root",
  "/proxy/a%20b?_data=x",
])("%s is left as it is", async (path) => {
  expect(await told(path)).toBe(path);
});

it.each([
  ["/dashboard/orders/%E0%A4?page=%E0", "/dashboard/orders/%25E0%25A4?page=%E0"],
  ["/proxy/%?_data=x", "/proxy/%25?_data=x"],
])(
  "an address that cannot be decoded, written %s, is of no page and reaches the one that says so",
  async (path, as) => {
    expect(await told(path)).toBe(as);
  },
);

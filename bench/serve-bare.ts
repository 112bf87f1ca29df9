import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";

/**
 * The baseline for clicks and webhooks: plain node:http. It answers each click with a fixed 302 and each webhook
 * after checking its signature, and keeps nothing.
 */
process.once("disconnect", () => process.exit(0));

const secret = process.env["SHOPIFY_API_SECRET"] ?? "";
const location =
  "https://bench.myshopify.com/products/mug?ref=BENCH42&aff_click=clk_06f3q5s0000000000000000000.abcdefghijklmnopqrstuv";

function isSigned(request: IncomingMessage, body: Buffer): boolean {
  const given = Buffer.from(String(request.headers["x-shopify-hmac-sha256"] ?? ""), "base64");
  const expected = createHmac("sha256", secret).update(body).digest();
  return given.byteLength === expected.byteLength && timingSafeEqual(given, expected);
}

const server = createServer((request, response) => {
  if (request.method === "GET") {
    response.writeHead(302, {
      Location: location,
      "Cache-Control": "no-store",
      "Referrer-Policy": "no-referrer-when-downgrade",
      "Content-Length": 0,
    });
    response.end();
    return;
  }
  const parts: Buffer[] = [];
  request.on("data", (part: Buffer) => parts.push(part));
  request.on("end", () => {
    const body = isSigned(request, Buffer.concat(parts)) ? "Kept" : "The signature does not match";
    response.writeHead(body === "Kept" ? 200 : 401, {
      "Cache-Control": "no-store",
      "Content-Type": "text/plain; charset=utf-8",
      "Content-Length": Buffer.byteLength(body),
      "X-Content-Type-Options": "nosniff",
    });
    response.end(body);
  });
});
server.listen(Number(process.env["PORT"]));

import { gunzipSync } from "node:zlib";
import { expect, test, vi } from "vitest";
import { preparedDocument } from "#app/http/prepared-document.ts";

/** A document about its server, and how often it was built. */
function makeDocument() {
  const build = vi.fn<(server: string) => string>((server) => `about ${server} `.repeat(100));
  return { build, answer: preparedDocument("text/plain; charset=utf-8", build) };
}

let visitors = 0;

/** A request by a visitor of its own. */
function from(headers: Record<string, string> = {}, host = "localhost:3000"): Request {
  visitors += 1;
  return new Request(`http://${host}/document`, {
    headers: { "X-Forwarded-For": `192.0.2.${visitors}`, ...headers },
  });
}

const text = "about http://localhost:3000 ".repeat(100);

test("builds a document once, whatever host its requests name", async () => {
  const { build, answer } = makeDocument();
  const answers = [answer(from()), answer(from({}, "evil.example")), answer(from())];
  expect(await Promise.all(answers.map((one) => one.text()))).toEqual([text, text, text]);
  expect(build).toHaveBeenCalledOnce();
  expect(answers[0]?.headers.get("Cache-Control")).toBe("public, max-age=300");
  expect(answers[0]?.headers.get("Content-Type")).toBe("text/plain; charset=utf-8");
});

test.each(["gzip", "br, GZIP;q=0.5, deflate"])(
  "compresses for a client that accepts %s",
  async (accepted) => {
    const { answer } = makeDocument();
    const answered = answer(from({ "Accept-Encoding": accepted }));
    expect([answered.headers.get("Content-Encoding"), answered.headers.get("Vary")]).toEqual([
      "gzip",
      "Accept-Encoding",
    ]);
    expect(gunzipSync(await answered.arrayBuffer()).toString()).toBe(text);
  },
);

test.each(["identity", "gzip;q=0", "gzip; q=0.0, br"])("does not compress for %s", async (accepted) => {
  const { answer } = makeDocument();
  const answered = answer(from({ "Accept-Encoding": accepted }));
  expect(answered.headers.get("Content-Encoding")).toBeNull();
  expect(await answered.text()).toBe(text);
});

test("answers 304 to a client that has the document", async () => {
  const { answer } = makeDocument();
  const etag = answer(from()).headers.get("ETag") ?? "";
  for (const known of [etag, etag.replace("W/", ""), `"other", ${etag}`, "*"]) {
    const answered = answer(from({ "If-None-Match": known }));
    expect([answered.status, await answered.text()]).toEqual([304, ""]);
  }
  expect(answer(from({ "If-None-Match": '"other"' })).status).toBe(200);
});

test("limits how fast one visitor may ask", () => {
  const { answer } = makeDocument();
  const request = from();
  const statuses = Array.from({ length: 200 }, () => answer(request).status);
  expect(statuses[0]).toBe(200);
  expect(statuses.at(-1)).toBe(429);
  expect(answer(from()).status).toBe(200);
});

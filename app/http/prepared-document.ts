import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { now } from "#app/platform/clock.ts";
import { appAddress } from "#app/platform/app-address.server.ts";
import { documentPolicy } from "./document-policy.ts";
import { matchesEtag } from "./respond.ts";
import { limits, tooManyRequests } from "./limits.ts";
import { visitorAddress } from "./visitor.ts";

type Bytes = Uint8Array<ArrayBuffer>;
type Prepared = { readonly etag: string; readonly plain: Bytes; readonly gzipped: Bytes };

const keptSeconds = 300;

/**
 * Answers a document that is the same for everybody. It is built and compressed once per process, on the first request;
 * `build` gets the app's address, because the one in a request is whatever its sender wrote. `inlineScript` is the one
 * that an HTML document may run.
 */
export function preparedDocument(type: string, build: (appUrl: string) => string, inlineScript?: string) {
  let prepared: Prepared | undefined;
  return function answer(request: Request): Response {
    const wait = limits.documents(visitorAddress(request.headers), now().getTime());
    if (wait > 0) return tooManyRequests(wait);
    prepared ??= prepare(build(appAddress()));
    const { etag, plain, gzipped } = prepared;
    const headers = {
      "Cache-Control": `public, max-age=${keptSeconds}`,
      ETag: etag,
      Vary: "Accept-Encoding",
      "X-Content-Type-Options": "nosniff",
      ...(inlineScript !== undefined && { "Content-Security-Policy": policyFor(inlineScript) }),
    };
    if (matchesEtag(request.headers.get("If-None-Match"), etag)) {
      return new Response(null, { status: 304, headers });
    }
    return takesGzip(request)
      ? new Response(gzipped, { headers: { ...headers, "Content-Type": type, "Content-Encoding": "gzip" } })
      : new Response(plain, { headers: { ...headers, "Content-Type": type } });
  };
}

function policyFor(inlineScript: string): string {
  const inline = `sha256-${createHash("sha256").update(inlineScript).digest("base64")}`;
  return `${documentPolicy({ inline })}; frame-ancestors 'none'`;
}

/** The validator is weak because both encodings share it. */
function prepare(text: string): Prepared {
  const plain = Buffer.from(text);
  const etag = `W/"${createHash("sha256").update(plain).digest("base64url").slice(0, 27)}"`;
  return { etag, plain: new Uint8Array(plain), gzipped: new Uint8Array(gzipSync(plain, { level: 9 })) };
}

function takesGzip(request: Request): boolean {
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(request.headers.get("Accept-Encoding") ?? "");
}

/** An answer to whoever watches this process, for a route or for a bare server. */
export type ProbeAnswer = { readonly status: number; readonly contentType: string; readonly body: string };

/** For addresses that the caller is not to know. */
export const notFound: ProbeAnswer = {
  status: 404,
  contentType: "text/plain; charset=utf-8",
  body: "Not found",
};

export function probeResponse({ status, contentType, body }: ProbeAnswer): Response {
  const headers = {
    "Content-Type": contentType,
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
  };
  return new Response(body, { status, headers });
}

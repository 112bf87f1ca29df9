/** An answer to whoever watches this process, for a route or for a bare server. */
export type ProbeAnswer = { readonly status: number; readonly contentType: string; readonly body: string };

/** For addresses that the caller is not to know. */
export const notFound: ProbeAnswer = {
  status: 404,
  contentType: "text/plain; charset=utf-8",
  body: "Not found",
};

/** Answers GET /health/live: this process and its event loop run. */
export function answerLive(): ProbeAnswer {
  return jsonProbe(200, { status: "live" });
}

/** Answers GET /health/ready; `reason` says why the process cannot do its work now. */
export function answerReady(reason: string | null, more: object = {}): ProbeAnswer {
  if (reason === null) return jsonProbe(200, { status: "ready", ...more });
  return jsonProbe(503, { status: "unavailable", reason, ...more });
}

export function probeResponse({ status, contentType, body }: ProbeAnswer): Response {
  const headers = {
    "Content-Type": contentType,
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
  };
  return new Response(body, { status, headers });
}

function jsonProbe(status: number, body: object): ProbeAnswer {
  return { status, contentType: "application/json; charset=utf-8", body: JSON.stringify(body) };
}

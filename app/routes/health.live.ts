import { answerLive, probeResponse } from "#app/http/probes.ts";

/** GET /health/live: whether to restart this process. Does not use the database. */
export function loader(): Response {
  return probeResponse(answerLive());
}

import { webNotReady } from "#app/flows/operation/check-ready.ts";
import { answerReady, probeResponse } from "#app/http/probes.ts";

/** GET /health/ready: whether to send requests to this process. */
export async function loader(): Promise<Response> {
  return probeResponse(answerReady(await webNotReady()));
}

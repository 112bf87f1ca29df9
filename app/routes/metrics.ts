import { machineEntry } from "#app/http/visitor.ts";
import { answerMetrics, probeResponse } from "#app/http/probes.ts";

/** GET /metrics, for Prometheus. */
export const loader = machineEntry(async ({ request, now }) =>
  probeResponse(await answerMetrics(request.headers.get("Authorization"), now)),
);

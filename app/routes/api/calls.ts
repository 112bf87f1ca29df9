import { answerApiRequest } from "#app/api/dispatch.ts";

/** Every call below /api/v1. The calls are defined in app/api. */
export function loader({ request }: { request: Request }): Promise<Response> {
  return answerApiRequest(request);
}

export function action({ request }: { request: Request }): Promise<Response> {
  return answerApiRequest(request);
}

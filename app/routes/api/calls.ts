import { answerApiRequest } from "#app/api/dispatch.ts";

type RequestArgs = { readonly request: Request };

/** Every call below /api/v1. The calls are defined in app/api. */
export function loader({ request }: RequestArgs): Promise<Response> {
  return answerApiRequest(request);
}

export function action({ request }: RequestArgs): Promise<Response> {
  return answerApiRequest(request);
}

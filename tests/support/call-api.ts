import { answerApiRequest } from "#app/api/dispatch.ts";
import { apiRequest } from "./merchant.ts";

type ApiAnswer<Body> = { readonly status: number; readonly body: Body };

/** Makes a call of the API: `callApi(token, "PUT /affiliates/x", { name })`. Parameters are encoded by the caller. */
export async function callApi<Body = Record<string, unknown>>(
  token: string,
  call: string,
  body?: unknown,
): Promise<ApiAnswer<Body>> {
  const [method = "", path = ""] = call.split(" ");
  const answer = await answerApiRequest(apiRequest(token, `/api/v1${path}`, { method, body }));
  return { status: answer.status, body: (await answer.json()) as Body };
}

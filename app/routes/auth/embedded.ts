import { redirect, type HeadersFunction } from "@remix-run/node";
import { answerEmbeddedPage } from "#app/http/embedded.server.ts";

/** /auth/session-token and /auth/exit-iframe: pages of Shopify's library between the admin's frame and the app. */
export async function loader({ request }: { request: Request }): Promise<Response> {
  await answerEmbeddedPage(request);
  return redirect("/dashboard");
}

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

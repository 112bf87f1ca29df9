import { openApiDocument } from "#app/contracts/openapi.ts";
import { cachedJson } from "#app/http/etag.ts";

/** The API's description: the same for everybody, so nobody needs to be known. */
export function loader({ request }: { request: Request }): Response {
  return cachedJson(request, openApiDocument(new URL(request.url).origin), 300);
}

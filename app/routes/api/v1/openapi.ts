import { openApiDocument } from "#app/contracts/openapi.ts";
import { preparedDocument } from "#app/http/prepared-document.ts";

const answer = preparedDocument("application/json; charset=utf-8", (server) =>
  JSON.stringify(openApiDocument(server)),
);

/** The API's description: the same for everybody, so nobody needs to be known. */
export function loader({ request }: { request: Request }): Response {
  return answer(request);
}

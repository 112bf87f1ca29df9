import { openApiDocument } from "#app/api/openapi.ts";
import { preparedDocument } from "#app/http/prepared-document.ts";

const answer = preparedDocument("application/json; charset=utf-8", (server) =>
  JSON.stringify(openApiDocument(server)),
);

/** The API's description, for anyone. */
export function loader({ request }: { request: Request }): Response {
  return answer(request);
}

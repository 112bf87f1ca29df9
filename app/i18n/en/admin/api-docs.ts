/** The page that documents the API. Descriptions of calls come with the calls. */
export const apiDocs = {
  title: "Affiliate Platform API",
  heading: "API",
  about: "Everything you can do in the app, your software can do with these calls.",
  start:
    "Create a key in Settings ▸ API. Log in with it to get a token, and send the token with every other call. Errors have the form <code>{shape}</code>. Amounts are decimal text with a currency.",
  machine: "OpenAPI description: <address>/api/v1/openapi.json</address>",
  logIn: "Log in",
  open: "No token needed",
  parameter: "<name>{name}</name> ({place}): {type}",
  example: "Example",
  body: "Body",
  answer: "Response {status}",
  errors: "Errors: {list}",
  schemas: "Schemas",
} as const;

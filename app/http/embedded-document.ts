/** True when the page is to stand in the frame of the platform's admin: the admin says so, or the browser does. */
export function isEmbeddedDocument(request: Request): boolean {
  const query = new URL(request.url).searchParams;
  if (query.get("embedded") === "1") return true;
  return request.headers.get("Sec-Fetch-Dest") === "iframe";
}

const browser =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36";

/**
 * The library answers 410 to whatever it takes for a bot, API clients included. Here state cookie, session token and
 * signature decide, so the request is shown to it as a browser's, without its body, which it does not read.
 */
export function asBrowser(request: Request): Request {
  const headers = new Headers(request.headers);
  headers.set("User-Agent", browser);
  return new Request(request.url, { method: request.method, headers });
}

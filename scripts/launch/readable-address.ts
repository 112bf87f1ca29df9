/**
 * The address of a request as the routes are told of it. Percent signs that cannot be decoded (`/orders/%E0`) are
 * escaped, so that the page for unknown addresses answers. An affiliate's link reaches its route however it was
 * mangled: Remix would take `/r/x.data` and a parameter named `_data` for requests of its own pages.
 */
export function readableAddress(url: string): string {
  const [, code, query] = /^\/r\/([^/?]+)(?:\?(.*))?$/s.exec(url) ?? [];
  if (code === undefined) {
    const [path = "", ...rest] = url.split("?");
    return [decodable(path), ...rest].join("?");
  }
  const path = `/r/${decodable(code).replace(/\.data$/, "%2Edata")}`;
  return query === undefined ? path : `${path}?${withoutDataParameter(query)}`;
}

function decodable(text: string): string {
  try {
    decodeURIComponent(text);
    return text;
  } catch {
    return text.replaceAll("%", "%25");
  }
}

function withoutDataParameter(query: string): string {
  if (!new URLSearchParams(query).has("_data")) return query;
  const parts = query.split("&");
  return parts.filter((part) => !new URLSearchParams(part).has("_data")).join("&");
}

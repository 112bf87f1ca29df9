type Headers = { get(name: string): string | null };

/** The address a request came from as the nearest proxy tells it; '' where none does. */
export function visitorAddress(headers: Headers): string {
  return (headers.get("X-Forwarded-For") ?? "").split(",")[0]?.trim().slice(0, 64) ?? "";
}

/** Browsers and messengers that look ahead say so. */
export function visitPurpose(method: string, headers: Headers): "visit" | "preview" | "look-only" {
  if (method === "HEAD") return "look-only";
  const purpose = headers.get("Sec-Purpose") ?? headers.get("Purpose") ?? headers.get("X-Moz") ?? "";
  return /prefetch|preview|prerender/i.test(purpose) ? "preview" : "visit";
}

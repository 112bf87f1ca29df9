import { merchantTexts } from "#app/i18n/texts.ts";
import { now } from "#app/platform/clock.ts";
import { env } from "#app/platform/env.server.ts";
import { describeError, log } from "#app/platform/log.server.ts";
import { errorResponse } from "./respond.ts";

type Headers = { get(name: string): string | null };

/** A shopper who follows a link is led on within 300 ms, whatever the database does; this is its part of that. */
export const shopperPatienceMs = 240;

/**
 * The address a request came from. Each proxy writes behind the list whom it speaks for, so with N trusted ones in front
 * the N-th from the right is the visitor's, and whatever stands before it anybody can have written. `own` is who is
 * connected, where that is known; '' where nobody tells.
 */
export function visitorAddress(headers: Headers, own = ""): string {
  const trusted = env().TRUSTED_PROXIES;
  const told = headers.get("X-Forwarded-For") ?? "";
  if (trusted === 0 || told === "") return own;
  const addresses = told.split(",");
  return (addresses.at(-trusted) ?? addresses[0] ?? "").trim().slice(0, 64);
}

/** Browsers and messengers that look ahead say so. */
export function visitPurpose(method: string, headers: Headers): "visit" | "preview" | "look-only" {
  if (method === "HEAD") return "look-only";
  const purpose = headers.get("Sec-Purpose") ?? headers.get("Purpose") ?? headers.get("X-Moz") ?? "";
  return purpose !== "" && /prefetch|preview|prerender/i.test(purpose) ? "preview" : "visit";
}

export type ShopperPage = {
  readonly status: 200 | 503;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
};

const againSeconds = 2;

/**
 * Page that a link shows instead of redirecting: an error for an unknown link, or a page that retries by itself
 * when the target can't be looked up yet (the location then begins with "?"). Null when the link redirects.
 */
export function shopperPage(location: string | null): ShopperPage | null {
  const headers = { "Content-Type": "text/html; charset=utf-8" };
  if (location === null) return { status: 200, body: unknownPage(), headers };
  if (!location.startsWith("?")) return null;
  return {
    status: 503,
    body: momentPage(location),
    headers: { ...headers, "Retry-After": String(againSeconds) },
  };
}

function unknownPage(): string {
  const t = merchantTexts("shopperPages");
  return page({ title: t("unknown.title"), text: t("unknown.text") });
}

function momentPage(again: string): string {
  const t = merchantTexts("shopperPages");
  const address = escapeHtml(again);
  const text = t("moment.text").replace("<again>", `<a href="${address}">`).replace("</again>", "</a>");
  return page({
    title: t("moment.title"),
    text,
    head: `<meta http-equiv="refresh" content="${againSeconds}; url=${address}" />`,
  });
}

/** `title` is a fixed text of ours. `text` and `head` are HTML. */
function page({ title, text, head = "" }: { title: string; text: string; head?: string }): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <title>${title}</title>
    ${head}
  </head>
  <body>
    <h1>${title}</h1>
    <p>${text}</p>
  </body>
</html>
`;
}

type EntryArgs = { request: Request; params: Record<string, string | undefined> };
type EntryInput = EntryArgs & { readonly now: Date };

/**
 * A door for callers that are no person and no API client: the platform's webhooks, clicks, the pixel.
 * What goes wrong inside is logged and tells the caller nothing.
 */
export function machineEntry(run: (input: EntryInput) => Promise<Response>) {
  return async function handle(args: EntryArgs): Promise<Response> {
    try {
      return await run({ ...args, now: now() });
    } catch (error) {
      if (error instanceof Response) return error;
      log.error("A machine's door failed", describeError(error));
      return errorResponse(500, { code: "internal_error" });
    }
  };
}

/** Text as HTML shows it. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

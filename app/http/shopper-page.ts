import { escapeHtml } from "#app/domain/escape-html.ts";

export type ShopperPage = {
  readonly status: 200 | 503;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
};

const againSeconds = 2;

/**
 * What a link shows of its own, at either door: for one that leads to no store, and for one of which nobody can say
 * yet where it leads (an address that begins with "?"), a page that asks there again by itself. Null where it leads on.
 */
export function shopperPage(location: string | null): ShopperPage | null {
  const headers = { "Content-Type": "text/html; charset=utf-8" };
  if (location === null) return { status: 200, body: nowherePage, headers };
  if (!location.startsWith("?")) return null;
  return {
    status: 503,
    body: momentPage(location),
    headers: { ...headers, "Retry-After": String(againSeconds) },
  };
}

const nowherePage = page({
  title: "This link leads nowhere",
  text: "Nobody has this code. Please ask whoever gave you the link for a new one.",
});

function momentPage(again: string): string {
  const address = escapeHtml(again);
  return page({
    title: "One moment, please",
    text: `We are looking up where this link leads. This page goes on by itself; if it does not, <a href="${address}">try again</a>.`,
    head: `<meta http-equiv="refresh" content="${againSeconds}; url=${address}" />`,
  });
}

/** The title is words of ours; text and head are HTML. */
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

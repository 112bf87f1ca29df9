import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Hono, type Context } from "hono";
import { HTTPException } from "hono/http-exception";
import type { CommerceContext } from "../commerce/context.ts";
import { bundleOf, readWebPixels } from "./web-pixels.ts";

const TYPES: Record<string, string> = {
  css: "text/css",
  js: "text/javascript",
  svg: "image/svg+xml",
  json: "application/json",
};

/** The storefront's own style and script, and the assets of the app's theme extensions. */
export function assetRoutes(ctx: CommerceContext): Hono {
  const routes = new Hono();
  routes.get("/:shop/cdn/:file{(storefront\\.(css|js)|web-pixels\\.js|web-pixel-worker\\.js)}", (c) =>
    send(c, join(import.meta.dirname, c.req.param("file"))),
  );
  routes.get("/:shop/cdn/pixels/:file{[\\w-]+\\.js}", async (c) => {
    const extension = c.req.param("file").slice(0, -".js".length);
    const known = readWebPixels(ctx.extensionsDir).some((pixel) => pixel.folder === extension);
    if (!known) throw new HTTPException(404, { message: "There is no such pixel." });
    const type = "text/javascript; charset=utf-8";
    return c.body(await bundleOf(ctx.extensionsDir, extension), 200, { "content-type": type });
  });
  // The pattern holds each part to one plain file name, so no address leaves the assets folder.
  routes.get("/:shop/cdn/extensions/:extension{[\\w-]+}/:file{[\\w-]+\\.(css|js|svg|json)}", (c) =>
    send(c, join(ctx.extensionsDir, c.req.param("extension"), "assets", c.req.param("file"))),
  );
  return routes;
}

function send(c: Context, file: string): Response {
  if (!existsSync(file)) throw new HTTPException(404, { message: "There is no such file." });
  const type = TYPES[file.slice(file.lastIndexOf(".") + 1)] ?? "application/octet-stream";
  return c.body(readFileSync(file, "utf8"), 200, {
    "content-type": `${type}; charset=utf-8`,
    "cache-control": "no-cache",
  });
}

import { createRequestHandler } from "@remix-run/node";
import compression from "compression";
import express from "express";
import { remixRequest } from "../scripts/launch/remix-request.ts";
import { sendResponse } from "../scripts/launch/send-response.ts";
import { listen, loadBuild, webApp } from "../scripts/launch/web-server.ts";

// Without this it would outlive a bench that was killed, and hold its port.
process.once("disconnect", () => process.exit(0));
const { serve } = await listen(Number(process.env["PORT"]), { host: process.env["HOST"] });
const build = await loadBuild("build/bench/server/index.js");
const appUrl = process.env["SHOPIFY_APP_URL"] ?? "";
const remix = createRequestHandler(build, process.env["NODE_ENV"]);
const app = express();
// Other pages are compared with this one. Remix answers it with all routes, so it doesn't gain when other pages do.
app.get("/bench/empty", compression(), (request, response) => {
  void remix(remixRequest(request, response, appUrl)).then((answer) => sendResponse(answer, response));
});
app.use(webApp(build, appUrl));
serve(app);

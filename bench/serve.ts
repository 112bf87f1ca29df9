import { listen, loadBuild, webApp } from "../scripts/launch/web-server.ts";

// Without this it would outlive a bench that was killed, and hold its port.
process.once("disconnect", () => process.exit(0));
const { serve } = await listen(Number(process.env["PORT"]), { host: process.env["HOST"] });
serve(webApp(await loadBuild("build/bench/server/index.js"), process.env["SHOPIFY_APP_URL"] ?? ""));

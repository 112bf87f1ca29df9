import { vitePlugin as remix, type VitePluginConfig } from "@remix-run/dev";
import type { RouteConfigEntry } from "@remix-run/route-config";
import { defineConfig } from "vite";
import appRoutes from "../app/routes.ts";
import remixOptions from "../remix.config.js";
import { buildOptions, compressedFiles } from "../vite.config.ts";

type DefineRoutes = Parameters<NonNullable<VitePluginConfig["routes"]>>[0];
type DefineRoute = Parameters<Parameters<DefineRoutes>[0]>[0];

function define(route: DefineRoute, entries: readonly RouteConfigEntry[]): void {
  for (const { path, file, id, index, children = [] } of entries) {
    const named = id === undefined ? {} : { id };
    if (index) route(path, file, { ...named, index });
    else route(path, file, named, () => define(route, children));
  }
}

/**
 * The app as it is, and beside it what it is compared with: so both are served by one process, and none of it is in
 * the build that people use.
 */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    remix({
      ...remixOptions,
      buildDirectory: "build/bench",
      // The plugin takes routes in code only without a route file of its own.
      future: { ...remixOptions.future, v3_routeConfig: false },
      routes: (defineRoutes) =>
        defineRoutes((route) => {
          define(route, appRoutes);
          route("bench/empty", "../bench/routes/empty.tsx");
          route("bench/r/:code", "../bench/routes/click-unstored.ts");
          route("bench/webhooks", "../bench/routes/webhook-unstored.ts");
        }),
    }),
    compressedFiles(isSsrBuild),
  ],
  logLevel: "warn",
  build: buildOptions(isSsrBuild),
}));

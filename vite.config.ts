import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig, type BuildOptions, type ServerOptions } from "vite";
import remixOptions from "./remix.config.js";

/** Packages that every page needs. */
const frame =
  /\/node_modules\/(@remix-run|@shopify|react|react-dom|react-router|react-router-dom|react-transition-group|scheduler)\/.*\.js$/;

/** Parts of these packages that only the calendar needs, which loads when it is opened. */
const calendar = /\/polaris\/build\/esm\/(components\/(DatePicker|OptionList)\/|utilities\/dates\.js)/;

/**
 * Puts the packages of every page into one file and merges small chunks, because each file of a page delays the first
 * paint on a slow processor. A larger minimum makes Rollup put code of other pages into the chunks that all pages load.
 * First views in kB (gzip) and files, of the dashboard and the list of affiliates: without a minimum 223 in 38 and
 * 251 in 43; 2 kB: 226 in 25, 255 in 30; 3 kB: 234 in 24, 257 in 25; 4 kB: 231 in 23, 278 in 30; 8 kB: 257 in 22,
 * 281 in 22.
 */
export function buildOptions(isSsrBuild: boolean | undefined): BuildOptions {
  const output = { experimentalMinChunkSize: 3_000, manualChunks: chunkOf };
  return { assetsInlineLimit: 0, target: "es2022", ...(isSsrBuild ? {} : { rollupOptions: { output } }) };
}

/** Polaris' frame, which Shopify's admin replaces. */
const standalone = /\/@shopify\/polaris\/build\/esm\/components\/(Frame|Navigation|TopBar)\//;

function chunkOf(id: string): string | undefined {
  if (calendar.test(id)) return "calendar";
  if (standalone.test(id)) return "standalone";
  return frame.test(id) ? "frame" : undefined;
}

/**
 * Every tunnel uses the host of SHOPIFY_APP_URL and leads to PORT, so a server on the next free port would not be
 * reached.
 */
export function serverOptions(env: Readonly<Record<string, string | undefined>>): ServerOptions {
  const appUrl = env["SHOPIFY_APP_URL"];
  return {
    port: Number(env["PORT"] ?? 3000),
    strictPort: true,
    allowedHosts: appUrl ? [new URL(appUrl).hostname] : [],
    fs: { allow: ["app", "node_modules"] },
  };
}

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [remix(remixOptions)],
  server: serverOptions(process.env),
  build: buildOptions(isSsrBuild),
  // A dependency that is found late makes the development server reload an open page.
  optimizeDeps: {
    include: [
      "@conform-to/react",
      "react",
      "react-dom/client",
      "@remix-run/react",
      "react-router-dom",
      "@shopify/polaris",
      "@shopify/polaris-icons",
      "@shopify/app-bridge-react",
    ],
  },
}));

import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig, type BuildOptions, type PluginOption, type ServerOptions } from "vite";
import { compression } from "vite-plugin-compression2";
import remixOptions from "./remix.config.js";

/** Packages that every page needs. */
const frame =
  /\/node_modules\/(@remix-run|@shopify|react|react-dom|react-router|react-router-dom|react-transition-group|scheduler)\/.*\.js$/;

/** Parts of these packages that only the calendar needs, which loads when it is opened. */
const calendar = /\/polaris\/build\/esm\/(components\/(DatePicker|OptionList)\/|utilities\/dates\.js)/;

/** Polaris' frame, which Shopify's admin replaces. */
const standalone = /\/@shopify\/polaris\/build\/esm\/components\/(Frame|Navigation|TopBar)\//;

/** Modules by which the build enters a route, and those of the admin's pages. */
const entered = /\?__remix-build-client-route$/;
const adminPage = /\/app\/routes\/admin\/.*\?__remix-build-client-route$/;

/** Where every page starts. */
const start = /\/app\/(root|entry\.client)\.tsx$/;
const ofPackage = /^\0|\/node_modules\//;

/**
 * So many pages of the admin must need a module, for all to load it. First views in kB (gzip) and files, of the
 * dashboard and the list of affiliates: 4 pages: 253 in 13 and 241 in 11; 7: 236 in 17 and 219 in 13; 10: 227 in 18
 * and 210 in 14; with no chunk of shared modules: 233 in 36 and 230 in 39.
 */
const leastPages = 10;

/**
 * Puts what many pages need into few files and merges small chunks, because each file of a page delays the first
 * paint on a slow processor. A larger minimum makes Rollup put code of other pages into chunks that all pages load.
 */
export function buildOptions(isSsrBuild: boolean | undefined): BuildOptions {
  const output = { experimentalMinChunkSize: 3_000, manualChunks: chunkOf };
  return { assetsInlineLimit: 0, target: "es2022", ...(isSsrBuild ? {} : { rollupOptions: { output } }) };
}

type Modules = { readonly getModuleInfo: (id: string) => { readonly importers: readonly string[] } | null };

/** `frame` has the packages of every page, `shell` our part of every page, `shared` that of many of the admin's. */
function chunkOf(id: string, modules: Modules): string | undefined {
  if (calendar.test(id)) return "calendar";
  if (standalone.test(id)) return "standalone";
  if (frame.test(id)) return "frame";
  if (start.test(id) || entered.test(id)) return undefined;
  const users = usersOf(id, modules);
  if (users.some((user) => start.test(user))) return ofPackage.test(id) ? "frame" : "shell";
  return users.filter((user) => adminPage.test(user)).length >= leastPages ? "shared" : undefined;
}

/** The module and all that load it at once, directly or through others. */
function usersOf(id: string, { getModuleInfo }: Modules): string[] {
  const users = new Set([id]);
  // The set grows while it is read.
  for (const user of users) getModuleInfo(user)?.importers.forEach((importer) => users.add(importer));
  return [...users];
}

/** Writes each file for browsers compressed, too. Otherwise the web server would compress it for each first visit. */
export function compressedFiles(isSsrBuild: boolean | undefined): PluginOption {
  const algorithms = ["gzip", "brotliCompress"] as const;
  return isSsrBuild
    ? null
    : compression({ algorithms: [...algorithms], include: /\.(css|js|svg)$/, threshold: 500 });
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
  plugins: [remix(remixOptions), compressedFiles(isSsrBuild)],
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

import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig } from "vite";
import remixOptions from "../../../remix.config.js";
import { buildOptions } from "../../../vite.config.ts";
import { pseudoCatalogs } from "./pseudo-catalogs.ts";
import { pseudoFolder } from "./pseudo-folder.ts";

/** The app in the pseudo language, beside the usual build. */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [pseudoCatalogs(), remix({ ...remixOptions, buildDirectory: `${pseudoFolder}/build` })],
  build: buildOptions(isSsrBuild),
}));

import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig } from "vite";
import remixOptions from "./remix.config.js";

export default defineConfig({
  plugins: [remix(remixOptions)],
  server: {
    port: Number(process.env["PORT"] ?? 3000),
    allowedHosts: [".trycloudflare.com", "localhost"],
    fs: { allow: ["app", "node_modules"] },
  },
  build: { assetsInlineLimit: 0, target: "es2022" },
  // What is found late makes the development server reload a page that is already open.
  optimizeDeps: {
    include: [
      "react",
      "react-dom/client",
      "@remix-run/react",
      "@shopify/polaris",
      "@shopify/polaris-icons",
      "@shopify/app-bridge-react",
    ],
  },
});

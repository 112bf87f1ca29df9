import { redirect } from "@remix-run/node";

/** Shopify's library redirects here if it knows no shop. The install page explains how to continue. */
export function loader(): Response {
  return redirect("/install");
}

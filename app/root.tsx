import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Links, Meta, Outlet, ScrollRestoration, useRouteLoaderData } from "@remix-run/react";
import polarisStyles from "@shopify/polaris/build/esm/styles.css?url";
import { type CSSProperties, type ReactNode, useContext } from "react";
import { appBridgeUrl } from "./gateways/shopify/addresses.ts";
import { isEmbeddedDocument } from "./http/embedded.server.ts";
import { env } from "./platform/env.server.ts";
import { dismissedGuidesScript } from "./ui/admin/dashboard/dismissed-guide.ts";
import { AppProviders } from "./ui/state/app-providers.tsx";
import ownStyles from "./ui/theme/all.css?url";
import { themeOfCookie, themeScript } from "./ui/theme/theme.ts";
import { shownLanguage, shownLocale } from "./ui/shared/locale.ts";
import { LateScripts } from "./ui/shared/late-scripts.tsx";
import { Nonce } from "./ui/shared/nonce.ts";
import { frameText } from "./ui/shared/frame/frame-text.ts";
import { scrollKeyOf } from "./ui/shared/frame/return-address.ts";
import { RouteFault } from "./ui/shared/route-fault.tsx";
import { storageStandInScript } from "./ui/shared/browser-session.ts";

export const links: LinksFunction = () => [
  { rel: "stylesheet", href: polarisStyles },
  { rel: "stylesheet", href: ownStyles },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
];

export const meta: MetaFunction = () => [{ title: frameText("app") }];

export function loader({ request }: LoaderFunctionArgs) {
  const { SHOPIFY_API_KEY, NODE_ENV } = env();
  return {
    theme: themeOfCookie(request.headers.get("Cookie")),
    host: { embedded: isEmbeddedDocument(request), developing: NODE_ENV !== "production" },
    bridge: { src: appBridgeUrl(), apiKey: SHOPIFY_API_KEY },
  };
}

/** The loader's data is part of the document, so it changes only when the document is loaded again. */
export const shouldRevalidate = () => false;

const headScript = storageStandInScript + dismissedGuidesScript + themeScript;

/** Polaris sets these when it starts. If they are there already, the browser need not restyle every element. */
const rootStyle = { "--pc-frame-offset": "0px", "--pc-frame-global-ribbon-height": "0px" } as CSSProperties;
const bodyStyle = { backgroundColor: "var(--p-color-bg)", color: "var(--p-color-text)" };

/** Host of the page if even the root's loader failed. */
const nowhere = { embedded: false, developing: false };

export function Layout({ children }: { children: ReactNode }) {
  const data = useRouteLoaderData<typeof loader>("root");
  const theme = data?.theme ?? "light";
  const nonce = useContext(Nonce);
  return (
    // The script below may set another theme's class before React hydrates. This one difference is expected.
    <html
      lang={shownLanguage()}
      data-locale={shownLocale()}
      className={theme === "dark" ? "p-theme-dark-experimental" : "p-theme-light"}
      style={rootStyle}
      suppressHydrationWarning
    >
      <head>
        {data?.host.embedded && <script src={data.bridge.src} data-api-key={data.bridge.apiKey} />}
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: headScript }} />
        <Meta />
        <Links />
      </head>
      <body style={bodyStyle}>
        <AppProviders theme={theme} host={data?.host ?? nowhere}>
          {children}
        </AppProviders>
        <ScrollRestoration getKey={scrollKeyOf} nonce={nonce} />
        <LateScripts nonce={nonce} />
      </body>
    </html>
  );
}

export default function App() {
  return <Outlet />;
}

export function ErrorBoundary() {
  return <RouteFault />;
}

import { AppProvider } from "@shopify/polaris";
import polarisStyles from "@shopify/polaris/build/esm/styles.css?url";
import translations from "@shopify/polaris/locales/en.json" with { type: "json" };
import { renderToStaticMarkup } from "react-dom/server";
import appStyles from "../theme/app.css?url";
import darkStyles from "../theme/dark.css?url";
import printStyles from "../theme/print.css?url";
import { themeKey, themeScript } from "../theme/theme.ts";
import { ApiPage, type ApiPageProps } from "./api-page.tsx";

/** The document is the same for everybody, so the browser reads the theme that a person chose. */
const cookieThemeScript = `if(/(?:^|;\\s*)${themeKey}=dark/.test(document.cookie))document.documentElement.className="p-theme-dark-experimental";`;

/** The only script of the page, as its Content-Security-Policy allows it. */
export const apiDocumentScript = cookieThemeScript + themeScript;

/** The API's page as one HTML document. Nothing on it changes, so it runs none of the app's scripts. */
export function renderApiDocument(props: ApiPageProps): string {
  return `<!doctype html>${renderToStaticMarkup(<ApiDocument {...props} />)}`;
}

function ApiDocument(props: ApiPageProps) {
  return (
    <html lang="en" className="p-theme-light">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <script dangerouslySetInnerHTML={{ __html: apiDocumentScript }} />
        <title>API of the Affiliate Platform</title>
        <link rel="stylesheet" href={polarisStyles} />
        <link rel="stylesheet" href={darkStyles} media="not print" />
        <link rel="stylesheet" href={appStyles} />
        <link rel="stylesheet" href={printStyles} media="print" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      </head>
      <body style={{ backgroundColor: "var(--p-color-bg)", color: "var(--p-color-text)" }}>
        <AppProvider i18n={translations}>
          <main>
            <ApiPage {...props} />
          </main>
        </AppProvider>
      </body>
    </html>
  );
}

import { createRemixStub } from "@remix-run/testing";
import { Frame } from "@shopify/polaris";
import { render } from "@testing-library/react";
import axe from "axe-core";
import type { ReactNode } from "react";
import type { PageTexts } from "#app/i18n/page-texts.ts";
import { catalogsOf } from "#app/i18n/texts.ts";
import { AppProviders } from "#app/ui/state/app-providers.tsx";
import { TextsProvider } from "#app/ui/texts/texts-provider.tsx";

const english: PageTexts = {
  language: "en",
  locale: "en-US",
  catalogs: catalogsOf("en", ["home", "join", "portal", "reasons", "states", "terms"]),
  polaris: null,
};

type Options = {
  at?: string;
  embedded?: boolean;
  developing?: boolean;
  paths?: string[];
  /** True if the frame surrounds it, as below /dashboard, unless `children` brings its own. */
  framed?: boolean;
  /** The page's texts; English ones below /portal and /join. */
  texts?: PageTexts;
  /** The action's answer to a posted form. */
  answer?: (posted: FormData) => unknown;
  /** Answers of other addresses that the page's forms post to. */
  posts?: Readonly<Record<string, (posted: FormData) => unknown>>;
  /** Data of other addresses that the page loads. */
  loads?: Readonly<Record<string, unknown>>;
  /** Awaited before the page shows another address of its own. */
  loaded?: () => Promise<unknown>;
};

/** Renders `children` as the page at `at`, in all that pages stand in; `paths` are pages that links may lead to. */
export function renderPage(children: ReactNode, options: Options = {}) {
  const {
    at = "/dashboard",
    embedded = false,
    developing = true,
    paths = [],
    framed = at.startsWith("/dashboard"),
    texts = /^\/(?:portal|join)\b/.test(at) ? english : undefined,
    answer = () => null,
    posts = {},
    loads = {},
    loaded,
  } = options;
  const page = (content: ReactNode) => () => (
    <AppProviders theme="light" host={{ embedded, developing }}>
      {framed ? <Frame>{content}</Frame> : withTexts(content, texts)}
    </AppProviders>
  );
  const Stub = createRemixStub([
    {
      path: new URL(at, "http://localhost").pathname,
      Component: page(children),
      action: async ({ request }) => answer(await request.formData()),
      ...(loaded && { loader: loaded, HydrateFallback: () => null }),
    },
    ...[...new Set([...Object.keys(posts), ...Object.keys(loads)])].map((path) => ({
      path,
      action: async ({ request }: { request: Request }) => posts[path]?.(await request.formData()) ?? null,
      loader: () => loads[path] ?? null,
    })),
    ...paths.map((path) => ({ path, Component: page(<p>{`arrived at ${path}`}</p>) })),
  ]);
  return render(<Stub initialEntries={[at]} />);
}

function withTexts(content: ReactNode, texts: PageTexts | undefined): ReactNode {
  return texts ? <TextsProvider texts={texts}>{content}</TextsProvider> : content;
}

/** Faults that axe finds; colours are computed by the theme's own test, since jsdom paints nothing. */
export async function accessibilityFaults(container: Element): Promise<string[]> {
  const { violations } = await axe.run(container, {
    resultTypes: ["violations"],
    rules: { "color-contrast": { enabled: false }, region: { enabled: false } },
  });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`);
}

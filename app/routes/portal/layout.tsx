import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { portalTexts } from "#app/http/portal-language.server.ts";
import { LanguageSwitch } from "#app/ui/portal/language-switch.tsx";
import { PortalFault } from "#app/ui/portal/portal-fault.tsx";
import { RouteFault } from "#app/ui/shared/route-fault.tsx";
import { TextsProvider } from "#app/ui/texts/texts-provider.tsx";
import portalStyles from "#app/ui/theme/portal.css?url";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: portalStyles }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  return { texts: await portalTexts(request, params["shop"]) };
}

/** The language changes with the document only. Otherwise rendered texts would keep the former one. */
export const shouldRevalidate = () => false;

export default function PortalLayout() {
  const { texts } = useLoaderData<typeof loader>();
  return (
    <TextsProvider texts={texts}>
      <Outlet />
      <LanguageSwitch language={texts.language} />
    </TextsProvider>
  );
}

/** In the reader's language, unless its texts failed to load. */
export function ErrorBoundary() {
  const data = useRouteLoaderData<typeof loader>("portal");
  if (!data) return <RouteFault />;
  return (
    <TextsProvider texts={data.texts}>
      <PortalFault />
    </TextsProvider>
  );
}

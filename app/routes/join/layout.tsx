import type { HeadersFunction, LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import {
  isRouteErrorResponse,
  Outlet,
  useLoaderData,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react";
import { findJoinShop } from "#app/flows/affiliates/read-join-page.ts";
import { joinLanguage } from "#app/http/join-page.ts";
import { pageTexts } from "#app/http/page-texts.server.ts";
import joinStyles from "#app/ui/join/join.css?url";
import { NoProgramPage } from "#app/ui/join/join-box.tsx";
import { RouteFault } from "#app/ui/shared/route-fault.tsx";
import { TextsProvider } from "#app/ui/texts/texts-provider.tsx";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: joinStyles }];

export const meta: MetaFunction = () => [{ name: "robots", content: "noindex" }];

/** The form's timestamp and language vary by request, so nothing is cached. */
export const headers: HeadersFunction = () => ({
  "Cache-Control": "private, no-store",
  Vary: "Accept-Language, Cookie",
});

export async function loader({ request, params }: LoaderFunctionArgs) {
  const shop = await findJoinShop(params["shop"] ?? "");
  return { texts: pageTexts(request, joinLanguage(request, shop), ["join"]) };
}

export const shouldRevalidate = () => false;

export default function JoinLayout() {
  const { texts } = useLoaderData<typeof loader>();
  return (
    <TextsProvider texts={texts}>
      <Outlet />
    </TextsProvider>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  const loaded = useRouteLoaderData<typeof loader>("routes/join/layout");
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  if (!isMissing || !loaded) return <RouteFault />;
  return (
    <TextsProvider texts={loaded.texts}>
      <NoProgramPage />
    </TextsProvider>
  );
}

import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { languageFor, pageTexts } from "#app/http/page-texts.server.ts";
import { TextsProvider } from "#app/ui/texts/texts-provider.tsx";

export function loader({ request }: LoaderFunctionArgs) {
  const language = languageFor(request, { chosen: null, store: "en" });
  return { texts: pageTexts(request, language, ["portal"]) };
}

/** The language changes with the document only: what is already on the page would stay in the former one. */
export const shouldRevalidate = () => false;

export default function PortalLayout() {
  const { texts } = useLoaderData<typeof loader>();
  return (
    <TextsProvider texts={texts}>
      <Outlet />
    </TextsProvider>
  );
}

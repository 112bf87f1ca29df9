import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { isRouteErrorResponse, useActionData, useLoaderData, useRouteError } from "@remix-run/react";
import { findPortalShop } from "#app/flows/affiliates/request-sign-in.ts";
import { hasEmailServer } from "#app/flows/affiliates/send-link.ts";
import { emailAction } from "#app/http/portal-entry.server.ts";
import { logoAddressOf } from "#app/http/shop-info.ts";
import { NoStorePage, PortalFault } from "#app/ui/portal/portal-fault.tsx";
import { SignInPage } from "#app/ui/portal/sign-in-page.tsx";
import { titleIn } from "#app/ui/texts/texts-provider.tsx";

export const meta: MetaFunction = ({ matches }) => titleIn(matches, "portal", (t) => t("signIn.title"));

export async function loader({ params }: LoaderFunctionArgs) {
  const shop = await findPortalShop(params["shop"] ?? "");
  if (!shop) throw data(null, { status: 404 });
  return { brand: { name: shop.name, logo: logoAddressOf(shop) }, canEmail: hasEmailServer() };
}

export async function action({ request, params }: ActionFunctionArgs) {
  return await emailAction(request, params["shop"] ?? "");
}

export default function ShopSignIn() {
  return <SignInPage {...useLoaderData<typeof loader>()} answer={useActionData<typeof action>() ?? null} />;
}

/** After the store uninstalls the app, each of its affiliates' pages redirects here. */
export function ErrorBoundary() {
  const error = useRouteError();
  return isRouteErrorResponse(error) && error.status === 404 ? <NoStorePage /> : <PortalFault />;
}

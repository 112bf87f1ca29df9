import { data, type HeadersFunction, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { readAuthorization } from "#app/domain/authorization-result.ts";
import { merchantText } from "#app/ui/texts/use-text.ts";
import { AuthorizationPage, type AuthorizationView } from "#app/ui/install/authorization-page.tsx";

export const meta: MetaFunction = () => [{ title: merchantText("install")("result.title") }];

/** Errors are rendered at once. A ticket is redeemed by a post from the page, which proves that it is this browser. */
export function loader({ request }: { request: Request }) {
  const result = readAuthorization(new URL(request.url).searchParams);
  const initial: AuthorizationView =
    result.kind === "error" ? { step: "error", fault: result.fault } : { step: "processing" };
  const ticket = result.kind === "ticket" ? { token: result.token, shop: result.shop } : null;
  return data(
    { initial, ticket },
    { headers: { "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" } },
  );
}

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

/** The page removes the redeemed ticket from the URL. That needs no reload. */
export const shouldRevalidate = () => false;

export default function AuthorizationResult() {
  const { initial, ticket } = useLoaderData<typeof loader>();
  return <AuthorizationPage initial={initial} ticket={ticket} />;
}

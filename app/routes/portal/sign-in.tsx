import type { ActionFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { hasEmailServer } from "#app/flows/affiliates/send-link.ts";
import { signIn } from "#app/flows/affiliates/sign-in.ts";
import { linkAction, emailAction } from "#app/http/portal-entry.server.ts";
import { SignInPage } from "#app/ui/portal/sign-in-page.tsx";
import { titleIn } from "#app/ui/texts/texts-provider.tsx";

export const meta: MetaFunction = ({ matches }) => titleIn(matches, "portal", (t) => t("signIn.title"));

/** Two forms: an email's link posts to `?link`, and the other one requests a link. */
export async function action({ request }: ActionFunctionArgs) {
  const isLink = new URL(request.url).searchParams.has("link");
  return isLink ? await linkAction(request, signIn) : await emailAction(request, null);
}

export function loader() {
  return { canEmail: hasEmailServer() };
}

export default function SignIn() {
  const answer = useActionData<typeof action>();
  const { canEmail } = useLoaderData<typeof loader>();
  return <SignInPage brand={null} canEmail={canEmail} answer={answer && "ok" in answer ? answer : null} />;
}

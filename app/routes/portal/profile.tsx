import {
  redirect,
  type ActionFunctionArgs,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ownProfileForm } from "#app/contracts/portal.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { shopHandle } from "#app/domain/shop-domain.ts";
import { requestEmailChange } from "#app/flows/affiliates/change-email.ts";
import { signOutEverywhere } from "#app/flows/affiliates/sign-out-everywhere.ts";
import { updateAffiliate } from "#app/flows/affiliates/update-affiliate.ts";
import { endAffiliateCookie } from "#app/http/cookies.server.ts";
import { ownActor, requireAffiliate, signInPath } from "#app/http/require-affiliate.server.ts";
import { ownFormAction } from "#app/http/own-form.server.ts";
import { requestTime } from "#app/http/request-time.ts";
import { db } from "#app/platform/db.server.ts";
import { findNewEmail } from "#app/store/email-links.ts";
import { ProfilePage } from "#app/ui/portal/profile-page.tsx";
import { titleIn } from "#app/ui/texts/texts-provider.tsx";

export const meta: MetaFunction = ({ matches }) => titleIn(matches, "home", (t) => t("nav.profile"));

export const headers: HeadersFunction = () => ({ "Cache-Control": "private, no-store", Vary: "Cookie" });

export async function loader({ request }: LoaderFunctionArgs) {
  const { affiliate } = await requireAffiliate(request);
  const { shopId, affiliateId, name, email } = affiliate;
  const newEmail = await findNewEmail(db(), shopId, { affiliateId, now: requestTime() });
  return { name, email, newEmail };
}

export async function action({ request }: ActionFunctionArgs) {
  return await ownFormAction(request, ownProfileForm, async ({ context, fields, now }) => {
    const { shop, affiliate } = context;
    const { shopId, affiliateId } = affiliate;
    if (fields.intent === "sign-out-everywhere") {
      await signOutEverywhere(affiliate, now);
      const signInForm = signInPath(shopHandle(shop.domain));
      return redirect(signInForm, { headers: { "Set-Cookie": endAffiliateCookie() } });
    }
    if (fields.intent === "email") {
      const refusal = await requestEmailChange({ shop, affiliate, now }, fields.email);
      return refusal ?? { ok: true as const, intent: fields.intent };
    }
    const by = { actor: ownActor(affiliate), now };
    const saved = await updateAffiliate({ shop: { shopId }, ...by }, affiliateId, { name: fields.name });
    return isRefusal(saved) ? saved : { ok: true as const, intent: fields.intent };
  });
}

export default function Profile() {
  return <ProfilePage {...useLoaderData<typeof loader>()} answer={useActionData<typeof action>() ?? null} />;
}

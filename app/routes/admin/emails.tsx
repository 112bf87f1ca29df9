import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { emailListWire, emailSwitchForm } from "#app/contracts/emails.ts";
import { encode } from "#app/contracts/wire.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { listEmails, turnEmail } from "#app/flows/emails/templates.ts";
import { wordedEmail } from "#app/http/email-words.ts";
import { formAction } from "#app/http/form-action.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { EmailsPage } from "#app/ui/admin/settings/emails/emails-page.tsx";
import { frameText } from "#app/ui/shared/frame/frame-text.ts";
import { FetchFault } from "#app/ui/shared/route-fault.tsx";
import { pageTitle } from "#app/ui/shared/frame/document-title.ts";

export const meta: MetaFunction = () => pageTitle("notifications", "settings");

export const headers = pageHeaders;

export async function loader({ request }: LoaderFunctionArgs) {
  const { shop, shopId } = await requireShop(request, { as: "page" });
  const { emails } = encode(emailListWire, { emails: (await listEmails(shopId)).map(wordedEmail) });
  return { emails, contactEmail: shop.contactEmail };
}

/** Turns an email on or off. */
export async function action({ request }: ActionFunctionArgs) {
  return await formAction(request, emailSwitchForm, async ({ context, fields }) => {
    const email = await turnEmail(context, fields.kind, fields.enabled);
    return isRefusal(email) ? email : { ok: true as const, enabled: email.enabled };
  });
}

export default function Emails() {
  return <EmailsPage {...useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <FetchFault title={frameText("pages.notifications")} />;
}

import { messageOf } from "#app/i18n/fault-words.ts";
import { data, redirect, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { isRefusal } from "#app/domain/refusal.ts";
import { isInstallFormOn } from "#app/flows/shops/begin-install.ts";
import { findEntryAddress } from "#app/http/embedded.server.ts";
import { startInstall } from "#app/http/install-entry.server.ts";
import { readForm } from "#app/http/read-body.ts";
import { refusalStatus } from "#app/http/respond.ts";
import { merchantText } from "#app/ui/texts/use-text.ts";
import { InstallPage, useStoredSession } from "#app/ui/install/install-page.tsx";

export const meta: MetaFunction = () => [{ title: merchantText("install")("title") }];

/** Inside Shopify's admin the form is never shown. */
export function loader({ request }: { request: Request }) {
  const elsewhere = findEntryAddress(request);
  if (elsewhere !== null) throw redirect(elsewhere);
  return { formOn: isInstallFormOn() };
}

/** The form without JavaScript: checked here, then redirected to Shopify. INSTALL_FORM=off closes it. */
export async function action({ request }: { request: Request }) {
  if (!isInstallFormOn()) return data({ typed: "", error: null }, { status: 403 });
  const { shop } = await readForm(request);
  const typed = typeof shop === "string" ? shop.slice(0, 255) : "";
  const started = await startInstall(request, typed);
  if (isRefusal(started)) {
    return data({ typed, error: messageOf(started.reason) }, { status: refusalStatus(started) });
  }
  return redirect(started.installUrl, { headers: started.headers });
}

export default function Install() {
  const { formOn } = useLoaderData<typeof loader>();
  const posted = useActionData<typeof action>();
  const session = useStoredSession();
  return (
    <InstallPage
      formOn={formOn}
      typed={posted?.typed ?? ""}
      error={posted?.error ?? null}
      session={session}
    />
  );
}

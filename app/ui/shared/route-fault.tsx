import { isSetupFault } from "#app/contracts/setup-fault.ts";
import { isRouteErrorResponse, useNavigate, useRouteError } from "@remix-run/react";
import { useContext, useEffect } from "react";
import { clearBrowserSession } from "./browser-session.ts";
import { FaultPage } from "./fault-page.tsx";
import { Nonce } from "./nonce.ts";
import { NotFoundPage } from "./not-found-page.tsx";
import { SetupFaultPage } from "./setup-fault-page.tsx";

/** What a route's failure looks like. A 401 ends the session in the browser and leads to /install. */
export function RouteFault() {
  const error = useRouteError();
  const nonce = useContext(Nonce);
  const status = isRouteErrorResponse(error) ? error.status : 500;
  // The platform's library answers some documents with a page of its own that goes on by script.
  if (isRouteErrorResponse(error) && status < 400) {
    const page = String(error.data).replaceAll("<script", `<script nonce="${nonce}"`);
    return <div suppressHydrationWarning dangerouslySetInnerHTML={{ __html: page }} />;
  }
  if (isRouteErrorResponse(error) && isSetupFault(error.data)) return <SetupFaultPage />;
  if (status === 401) return <SessionEnded />;
  if (status === 404) return <NotFoundPage />;
  return <FaultPage status={status} />;
}

function SessionEnded() {
  const navigate = useNavigate();
  useEffect(() => {
    clearBrowserSession();
    navigate("/install", { replace: true });
  }, [navigate]);
  return <FaultPage status={401} />;
}

import { Form, useLocation } from "@remix-run/react";
import type { JoinBrand } from "#app/contracts/join.ts";
import { useText } from "../texts/use-text.ts";
import { JoinBox } from "./join-box.tsx";

type ConfirmationState = "waiting" | "approved" | "confirmed-before" | "expired" | "invalid";
type Props = {
  brand: JoinBrand;
  token: string;
  answer: { readonly confirmation: ConfirmationState } | null;
};

/** Page that the confirmation email links to. It needs a click, because email scanners open links too. */
export function ConfirmPage({ brand, token, answer }: Props) {
  const t = useText("join");
  const shop = brand.name;
  switch (answer?.confirmation) {
    case undefined:
      return (
        <JoinBox brand={brand} title={t("confirm.title")}>
          <p>{t("confirm.text", { shop })}</p>
          <Form method="post">
            <input type="hidden" name="token" value={token} />
            <button type="submit" className="join-button">
              {t("confirm.button")}
            </button>
          </Form>
        </JoinBox>
      );
    case "waiting":
      return (
        <JoinBox brand={brand} title={t("confirm.waitingTitle")}>
          <p>
            <output>{t("confirm.waiting", { shop })}</output>
          </p>
        </JoinBox>
      );
    case "approved":
      return (
        <JoinBox brand={brand} title={t("confirm.approvedTitle")}>
          <p>
            <output>{t("confirm.approved")}</output>
          </p>
        </JoinBox>
      );
    case "confirmed-before":
      return (
        <JoinBox brand={brand} title={t("confirm.againTitle")}>
          <p>
            <output>{t("confirm.again")}</output>
          </p>
        </JoinBox>
      );
    case "expired":
    case "invalid":
    default:
      return <Failed brand={brand} isExpired={answer?.confirmation === "expired"} />;
  }
}

function Failed({ brand, isExpired }: { brand: JoinBrand; isExpired: boolean }) {
  const t = useText("join");
  const { pathname } = useLocation();
  return (
    <JoinBox brand={brand} title={t("confirm.failedTitle")}>
      <p role="alert">{isExpired ? t("confirm.expired") : t("confirm.invalid")}</p>
      <p>
        <a href={pathname.replace(/\/confirm\/?$/, "")}>{t("confirm.apply")}</a>
      </p>
    </JoinBox>
  );
}

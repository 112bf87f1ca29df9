import { Link, useLocation } from "@remix-run/react";
import type { JoinBrand } from "#app/contracts/join.ts";
import { useText } from "../texts/use-text.ts";
import { JoinBox } from "./join-box.tsx";

type Props = {
  brand: JoinBrand;
  programs: readonly { readonly name: string; readonly description: string; readonly slug: string }[];
};

/** Programs of a store that accept applications. */
export function StorePage({ brand, programs }: Props) {
  const t = useText("join");
  const { pathname, search } = useLocation();
  return (
    <JoinBox brand={brand} title={t("store.title", { shop: brand.name })}>
      {programs.length === 0 ? (
        <p>{t("page.closed")}</p>
      ) : (
        <>
          <p>{t("store.intro")}</p>
          <ul className="join-programs">
            {programs.map(({ slug, name, description }) => (
              <li key={slug}>
                <Link to={`${pathname.replace(/\/$/, "")}/${slug}${search}`}>{name}</Link>
                {description !== "" && <p>{description}</p>}
              </li>
            ))}
          </ul>
        </>
      )}
    </JoinBox>
  );
}

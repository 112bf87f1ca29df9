import type { ReactNode } from "react";
import type { JoinBrand } from "#app/contracts/join.ts";
import { useText } from "../texts/use-text.ts";

type Props = { brand: JoinBrand | null; title: string; children: ReactNode };

/** Column of every join page: store, title and content. */
export function JoinBox({ brand, title, children }: Props) {
  return (
    <main className="join">
      {brand && (
        <p className="join-brand">
          {brand.logo && <img src={brand.logo} alt="" height={32} referrerPolicy="no-referrer" />}
          {brand.name}
        </p>
      )}
      <h1>{title}</h1>
      {children}
    </main>
  );
}

/** Page for URLs without a known store or program. */
export function NoProgramPage() {
  return (
    <JoinBox brand={null} title={useText("join")("page.notFound")}>
      {null}
    </JoinBox>
  );
}

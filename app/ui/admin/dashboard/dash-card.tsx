import type { ReactNode } from "react";
import { Link } from "@remix-run/react";

type Props = {
  readonly title: string;
  /** A link next to the title. */
  readonly action?: { readonly content: string; readonly url: string } | undefined;
  readonly children: ReactNode;
};

/** A card of the dashboard in plain markup: the server renders it in a fraction of the time of a Polaris card. */
export function DashCard({ title, action, children }: Props) {
  return (
    <section className="dash-card">
      <div className="dash-head">
        <h2>{title}</h2>
        {action && (
          <Link className="dash-link no-print" to={action.url}>
            {action.content}
          </Link>
        )}
      </div>
      {children}
    </section>
  );
}

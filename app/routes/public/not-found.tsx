import { data, type MetaFunction } from "@remix-run/node";
import { NotFoundPage } from "#app/ui/shared/not-found-page.tsx";

export const meta: MetaFunction = () => [{ title: "Page Not Found" }];

export function loader() {
  return data(null, { status: 404 });
}

export default function NotFound() {
  return (
    <main>
      <NotFoundPage />
    </main>
  );
}

import { data, type MetaFunction } from "@remix-run/node";
import { commonText } from "#app/ui/shared/common-text.ts";
import { NotFoundPage } from "#app/ui/shared/not-found-page.tsx";

export const meta: MetaFunction = () => [{ title: commonText("notFound.title") }];

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

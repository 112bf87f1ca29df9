import { useFetcher, useLocation } from "@remix-run/react";
import { Button, InlineStack } from "@shopify/polaris";
import { type FormEvent, useEffect } from "react";
import { languages, type Language } from "#app/domain/languages.ts";
import { languageNames } from "#app/i18n/languages.ts";

/** Links to the other languages, at the bottom of each page. */
export function LanguageSwitch({ language }: { language: Language }) {
  const { pathname, search } = useLocation();
  const fetcher = useFetcher<{ readonly ok: boolean }>();
  const isKept = fetcher.data?.ok === true;
  // The URL's fragment may hold a link's token. Reloading keeps it, and a redirect would lose it.
  useEffect(() => {
    if (isKept) window.location.reload();
  }, [isKept]);

  function choose(event: FormEvent<HTMLFormElement>, chosen: Language) {
    event.preventDefault();
    fetcher.submit({ language: chosen }, { method: "post", action: "/portal/language" });
  }

  return (
    <footer className="portal-foot">
      <InlineStack align="center" gap="200">
        {languages
          .filter((one) => one !== language)
          .map((one) => (
            <form
              key={one}
              method="post"
              action="/portal/language"
              lang={one}
              onSubmit={(event) => choose(event, one)}
            >
              <input type="hidden" name="language" value={one} />
              <input type="hidden" name="to" value={pathname + search} />
              <Button submit variant="tertiary" loading={fetcher.state !== "idle" || isKept}>
                {languageNames[one]}
              </Button>
            </form>
          ))}
      </InlineStack>
    </footer>
  );
}

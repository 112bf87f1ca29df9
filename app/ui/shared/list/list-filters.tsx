import { Form } from "@remix-run/react";
import { Box, Button, Icon, InlineStack, Select, TextField } from "@shopify/polaris";
import { SearchIcon } from "@shopify/polaris-icons";
import { useEffect, useState } from "react";
import { useListParams } from "./use-list-params.ts";

export type Choice = { readonly label: string; readonly value: string };

type Props = {
  /** Null where the list has no search. */
  searchLabel: string | null;
  statuses: readonly Choice[];
  kinds: readonly Choice[];
  sorts: readonly Choice[];
};

const searchDelayMs = 300;

/** Search, status, kind and order of a list. Without JavaScript it is a form that asks for the same address. */
export function ListFilters({ searchLabel, statuses, kinds, sorts }: Props) {
  return (
    <Box padding="300" borderBlockEndWidth="025" borderColor="border-secondary">
      <InlineStack gap="200" align="space-between" blockAlign="center">
        <StatusFilter statuses={statuses} />
        <InlineStack gap="200" blockAlign="center">
          {searchLabel !== null && <SearchField label={searchLabel} />}
          <KindField kinds={kinds} />
          <SortField sorts={sorts} />
        </InlineStack>
      </InlineStack>
    </Box>
  );
}

function StatusFilter({ statuses }: { statuses: readonly Choice[] }) {
  const { params, hrefOf } = useListParams();
  if (statuses.length === 0) return <span />;
  return (
    <nav aria-label="Filter by status">
      <InlineStack gap="100">
        {[{ label: "All", value: "" }, ...statuses].map(({ label, value }) => {
          const selected = params.status === value;
          return (
            <Button
              key={value}
              // A link takes no pressed look in Polaris: the chosen one is the one with an edge.
              variant={selected ? "secondary" : "tertiary"}
              url={hrefOf({ status: value })}
              accessibilityLabel={selected ? `${label}, selected` : label}
            >
              {label}
            </Button>
          );
        })}
      </InlineStack>
    </nav>
  );
}

function SearchField({ label }: { label: string }) {
  const { params, change } = useListParams();
  const [text, setText] = useState(params.search);
  const [sent, setSent] = useState(params.search);
  const [seen, setSeen] = useState(params.search);

  // Going back in history changes the address first and the field after it; an answer to what was typed
  // here does not, or it would take away the letters typed meanwhile.
  if (params.search !== seen) {
    setSeen(params.search);
    if (params.search !== sent) {
      setSent(params.search);
      setText(params.search);
    }
  }

  useEffect(() => {
    if (text === sent) return undefined;
    const timer = setTimeout(() => {
      setSent(text);
      change({ search: text });
    }, searchDelayMs);
    return () => clearTimeout(timer);
  }, [text, sent, change]);

  return (
    <Form method="get" aria-label={label}>
      {params.status && <input type="hidden" name="status" value={params.status} />}
      {params.kind && <input type="hidden" name="kind" value={params.kind} />}
      {params.sort && <input type="hidden" name="sort" value={params.sort} />}
      <TextField
        label={label}
        labelHidden
        name="search"
        type="search"
        placeholder={label}
        autoComplete="off"
        maxLength={200}
        prefix={<Icon source={SearchIcon} />}
        value={text}
        onChange={setText}
        clearButton
        onClearButtonClick={() => setText("")}
      />
    </Form>
  );
}

function KindField({ kinds }: { kinds: readonly Choice[] }) {
  const { params, change } = useListParams();
  if (kinds.length === 0) return null;
  const options = [{ label: "All", value: "" }, ...kinds].map(({ label, value }) => ({ label, value }));
  return (
    <Select
      label="Kind"
      labelInline
      options={options}
      value={params.kind}
      onChange={(kind) => change({ kind })}
    />
  );
}

function SortField({ sorts }: { sorts: readonly Choice[] }) {
  const { params, change } = useListParams();
  const first = sorts[0];
  if (!first) return null;
  return (
    <Select
      label="Sort by"
      labelInline
      options={sorts.map(({ label, value }) => ({ label, value }))}
      value={params.sort || first.value}
      onChange={(value) => change({ sort: value === first.value ? null : value })}
    />
  );
}

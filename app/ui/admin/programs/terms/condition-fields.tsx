import { BlockStack, Button, InlineError, InlineStack, Select, Text } from "@shopify/polaris";
import { asGroup, type ConditionDraft, type GroupDraft, replaced, without } from "./draft.ts";
import { useEditorCurrency, useFaultAt } from "./editor-context.ts";
import { newTest } from "./test-kinds.ts";
import { TestRow } from "./test-row.tsx";
import { useItemKeys } from "./use-item-keys.ts";

/** Groups inside groups; the API refuses deeper ones. */
const deepest = 5;

const joins = [
  { value: "all", label: "All of these hold" },
  { value: "any", label: "Any of these holds" },
];

type Props = { condition: ConditionDraft; path: string; onChange: (condition: ConditionDraft) => void };

/** T2: when a rule matches. The outermost group stays, even with nothing in it. */
export function ConditionFields({ condition, path, onChange }: Props) {
  const group = asGroup(condition);
  return (
    <fieldset className="plain-fieldset">
      <legend className="visually-hidden">Conditions</legend>
      <BlockStack gap="300">
        {group.of.length === 0 && (
          <Text as="p" tone="subdued">
            No condition: this rule pays for everything.
          </Text>
        )}
        {group.of.length > 1 && <JoinSelect group={group} onChange={onChange} />}
        <GroupParts condition={condition} path={path} depth={1} onChange={onChange} />
      </BlockStack>
    </fieldset>
  );
}

type PartsProps = Props & { depth: number; onRemove?: () => void };

/** Tests and groups of tests, and what can be added to them. */
function GroupParts({ condition, path, depth, onChange, onRemove }: PartsProps) {
  const currency = useEditorCurrency();
  const fault = useFaultAt(path);
  const group = asGroup(condition);
  const { keys, drop } = useItemKeys(group.of.length);
  const isGroup = "of" in condition;
  const set = (of: ConditionDraft[]) => onChange({ ...group, of });
  function remove(index: number): void {
    drop(index);
    set(without(group.of, index));
  }
  return (
    <>
      {fault !== undefined && isGroup && <InlineError fieldID={path} message={fault} />}
      {group.of.map((one, index) => (
        <GroupPart
          key={keys[index]}
          condition={one}
          // A single test has no "of" on the server's side, so its faults stand at the path itself.
          path={isGroup ? `${path}.of.${index}` : path}
          depth={depth + 1}
          onChange={(next) => set(replaced(group.of, index, next))}
          onRemove={() => remove(index)}
        />
      ))}
      <InlineStack gap="200">
        <Button onClick={() => set([...group.of, newTest("product", currency)])}>Add condition</Button>
        {depth < deepest && (
          <Button onClick={() => set([...group.of, { type: "any", of: [newTest("product", currency)] }])}>
            Add group
          </Button>
        )}
        {onRemove && (
          <Button tone="critical" variant="plain" onClick={onRemove}>
            Remove group
          </Button>
        )}
      </InlineStack>
    </>
  );
}

function GroupPart({ condition, path, depth, onChange, onRemove }: Required<PartsProps>) {
  if (!("of" in condition)) {
    return <TestRow test={condition} path={path} onChange={onChange} onRemove={onRemove} />;
  }
  return (
    <fieldset className="editor-part">
      <legend>Group</legend>
      <BlockStack gap="300">
        <JoinSelect group={condition} onChange={onChange} />
        <GroupParts condition={condition} path={path} depth={depth} onChange={onChange} onRemove={onRemove} />
      </BlockStack>
    </fieldset>
  );
}

function JoinSelect({ group, onChange }: { group: GroupDraft; onChange: (group: GroupDraft) => void }) {
  return (
    <Select
      label="Conditions"
      labelHidden
      options={joins}
      value={group.type}
      onChange={(type) => onChange({ ...group, type: type as GroupDraft["type"] })}
    />
  );
}

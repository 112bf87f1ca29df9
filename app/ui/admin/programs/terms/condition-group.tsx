import { BlockStack, Button, InlineError, InlineStack, Select, Text } from "@shopify/polaris";
import { asGroup, type ConditionDraft, type GroupDraft, replaced, without } from "./draft.ts";
import { useEditorCurrency, useFaultAt } from "./editor-context.ts";
import { newTest } from "./test-kinds.ts";
import { TestRow } from "./test-row.tsx";

/** Groups inside groups; the API refuses deeper ones. */
const deepest = 5;

const joins = [
  { value: "all", label: "All of these hold" },
  { value: "any", label: "Any of these holds" },
];

type Props = {
  condition: ConditionDraft;
  path: string;
  depth?: number;
  onChange: (condition: ConditionDraft) => void;
  /** Left out for the outermost group, which stays. */
  onRemove?: () => void;
};

/** T2: tests and groups of tests, joined by and or by or. */
export function ConditionGroup({ condition, path, depth = 1, onChange, onRemove }: Props) {
  const currency = useEditorCurrency();
  const fault = useFaultAt(path);
  const group = asGroup(condition);
  // A single test has no "of" on the server's side, so its faults stand at the path itself.
  const pathOf = (index: number) => ("of" in condition ? `${path}.of.${index}` : path);
  const set = (of: ConditionDraft[]) => onChange({ ...group, of });
  const add = (one: ConditionDraft) => set([...group.of, one]);
  return (
    <fieldset className={depth > 1 ? "editor-part" : "plain-fieldset"}>
      <legend className={depth > 1 ? "" : "visually-hidden"}>{depth > 1 ? "Group" : "Conditions"}</legend>
      <BlockStack gap="300">
        {fault !== undefined && "of" in condition && <InlineError fieldID={path} message={fault} />}
        {group.of.length === 0 && depth === 1 && (
          <Text as="p" tone="subdued">
            No condition: this rule pays for everything.
          </Text>
        )}
        {(group.of.length > 1 || depth > 1) && (
          <Select
            label="Conditions"
            labelHidden
            options={joins}
            value={group.type}
            onChange={(type) => onChange({ ...group, type: type as GroupDraft["type"] })}
          />
        )}
        {group.of.map((one, index) =>
          "of" in one ? (
            <ConditionGroup
              key={index}
              condition={one}
              path={pathOf(index)}
              depth={depth + 1}
              onChange={(next) => set(replaced(group.of, index, next))}
              onRemove={() => set(without(group.of, index))}
            />
          ) : (
            <TestRow
              key={index}
              test={one}
              path={pathOf(index)}
              onChange={(next) => set(replaced(group.of, index, next))}
              onRemove={() => set(without(group.of, index))}
            />
          ),
        )}
        <InlineStack gap="200">
          <Button onClick={() => add(newTest("product", currency))}>Add condition</Button>
          {depth < deepest && (
            <Button onClick={() => add({ type: "any", of: [newTest("product", currency)] })}>
              Add group
            </Button>
          )}
          {onRemove && (
            <Button tone="critical" variant="plain" onClick={onRemove}>
              Remove group
            </Button>
          )}
        </InlineStack>
      </BlockStack>
    </fieldset>
  );
}

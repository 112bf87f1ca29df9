/**
 * Points that a request may cost, and the bucket that they are taken from. The platform documents the parts (a mutation
 * 10, an object 1, a connection by its size) and not how they combine. This sum agrees with recorded answers of small
 * requests (docs/stand-in.md).
 */
import {
  getNamedType,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  Kind,
  OperationTypeNode,
  valueFromASTUntyped,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from "graphql";
import type { ShopState } from "../state.ts";

/** One request may cost no more. */
export const mostPoints = 1_000;
export const bucketSize = 2_000;
export const restoreRate = 100;
const mutationPoints = 10;

interface Costing {
  schema: GraphQLSchema;
  fragments: Map<string, FragmentDefinitionNode>;
  variables: Record<string, unknown>;
}

/** Cost of a selection: once, and for each node of a connection around it. */
interface Cost {
  once: number;
  each: number;
}

/** The most points that an operation of a valid document may cost. */
export function requestedCost(
  schema: GraphQLSchema,
  document: DocumentNode,
  { operation, variables }: { operation: OperationDefinitionNode; variables: Record<string, unknown> },
): number {
  const fragments = new Map(
    document.definitions.flatMap((one) =>
      one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one] as const] : [],
    ),
  );
  const root = schema.getRootType(operation.operation);
  if (!root) return 0;
  const costing = { schema, fragments, variables };
  const isMutation = operation.operation === OperationTypeNode.MUTATION;
  const points = operation.selectionSet.selections.map((selection) => {
    if (selection.kind !== Kind.FIELD) return 0;
    const { once, each } = costOfField(costing, selection, root.name);
    if (!isMutation) return once + each;
    // A mutation's points include its payload and the objects directly in it.
    const included = selection.selectionSet?.selections.filter(
      (one) => "selectionSet" in one && one.selectionSet,
    );
    return mutationPoints + Math.max(0, once + each - 1 - (included?.length ?? 0));
  });
  return points.reduce((sum, one) => sum + one, 0);
}

/** The cost of a selection on a type. Of the types that a value may have, the dearest counts. */
function costOf(costing: Costing, { selections }: SelectionSetNode, typeName: string): Cost {
  const total: Cost = { once: 0, each: 0 };
  const byType = new Map<string, Cost>();
  for (const selection of selections) {
    if (selection.kind === Kind.FIELD) {
      add(total, costOfField(costing, selection, typeName));
      continue;
    }
    const fragment =
      selection.kind === Kind.FRAGMENT_SPREAD ? costing.fragments.get(selection.name.value) : selection;
    if (!fragment) continue;
    const onType = fragment.typeCondition?.name.value ?? typeName;
    const cost = costOf(costing, fragment.selectionSet, onType);
    if (onType === typeName) add(total, cost);
    else byType.set(onType, add(byType.get(onType) ?? { once: 0, each: 0 }, cost));
  }
  const dearest = [...byType.values()].toSorted((a, b) => b.once + b.each - a.once - a.each)[0];
  return dearest ? add(total, dearest) : total;
}

function costOfField(costing: Costing, field: FieldNode, parentName: string): Cost {
  const parent = costing.schema.getType(parentName);
  if (!isObjectType(parent) && !isInterfaceType(parent)) return { once: 0, each: 0 };
  const type = parent.getFields()[field.name.value]?.type;
  if (!type || !field.selectionSet || !isCompositeType(getNamedType(type))) return { once: 0, each: 0 };
  const { name } = getNamedType(type);
  const below = costOf(costing, field.selectionSet, name);
  const isPart = parentName.endsWith("Connection") || parentName.endsWith("Edge");
  if (isPart) return below;
  const size = sizeOf(costing, field);
  if (size === null) return { once: below.once + 1, each: below.each };
  return { once: below.once, each: size * (1 + below.each) };
}

function add(to: Cost, cost: Cost): Cost {
  to.once += cost.once;
  to.each += cost.each;
  return to;
}

/** `first` or `last` of a connection or a list; null where there is neither. */
function sizeOf({ variables }: Costing, field: FieldNode): number | null {
  const argument = field.arguments?.find(({ name }) => name.value === "first" || name.value === "last");
  const size: unknown = argument && valueFromASTUntyped(argument.value, variables);
  return typeof size === "number" ? size : null;
}

/** Points that are left, by shop: the local platform has one app. */
const buckets = new WeakMap<ShopState, { points: number; at: number }>();

/** The points of a shop's bucket now. */
export function availablePoints(shop: ShopState): number {
  const bucket = buckets.get(shop) ?? { points: bucketSize, at: performance.now() };
  const restored = ((performance.now() - bucket.at) / 1000) * restoreRate;
  const points = Math.min(bucketSize, bucket.points + restored);
  buckets.set(shop, { points, at: performance.now() });
  return Math.floor(points);
}

/** Takes points, or gives back what a request did not need where `points` is negative. */
export function takePoints(shop: ShopState, points: number): void {
  const left = availablePoints(shop) - points;
  buckets.set(shop, { points: Math.min(bucketSize, left), at: performance.now() });
}

import { parser } from "@prometheus-io/lezer-promql";

type Node = ReturnType<typeof parser.parse>["topNode"];

/** A metric as an expression asks for it. */
interface AskedSeries {
  readonly metric: string;
  readonly matchers: readonly LabelMatcher[];
  /** Over a time, such as `[5m]`. */
  readonly ranged: boolean;
  /** The functions, aggregations and operators around it by name, the nearest first. */
  readonly around: readonly string[];
  /** The labels that each aggregation around it keeps, the nearest first. */
  readonly kept: readonly (readonly string[])[];
}

interface LabelMatcher {
  readonly label: string;
  readonly operator: string;
  readonly value: string;
}

/** Parses an expression by Prometheus's grammar. @throws with the position, if it is not PromQL */
export function askedBy(expression: string): AskedSeries[] {
  const asked: AskedSeries[] = [];
  const text = ({ from, to }: Node) => expression.slice(from, to);
  parser.parse(expression).iterate({
    enter({ node, type, from }) {
      if (type.isError) throw new Error(`not PromQL at character ${from}: ${expression}`);
      if (type.name === "VectorSelector") asked.push(seriesOf(node, text));
    },
  });
  return asked;
}

function seriesOf(selector: Node, text: (node: Node) => string): AskedSeries {
  const around: string[] = [];
  const kept: string[][] = [];
  let inner = selector;
  for (let node = selector.parent; node !== null; inner = node, node = node.parent) {
    if (node.name === "FunctionCall") around.push(text(node.getChild("FunctionIdentifier")!));
    if (node.name === "BinaryExpr") around.push(operatorOf(node));
    // Its right side only filters: none of its series is in the result.
    if (node.name === "BinaryExpr" && operatorOf(node) === "And" && inner.from > node.from) break;
    if (node.name !== "AggregateExpr") continue;
    around.push(text(node.getChild("AggregateOp")!));
    const labels = node.getChild("AggregateModifier")?.getChild("GroupingLabels")?.getChildren("LabelName");
    kept.push((labels ?? []).map(text));
  }
  const matchers = selector.getChild("LabelMatchers")?.getChildren("UnquotedLabelMatcher") ?? [];
  return {
    metric: text(selector.getChild("Identifier")!),
    matchers: matchers.map((matcher) => ({
      label: text(matcher.getChild("LabelName")!),
      operator: text(matcher.getChild("MatchOp")!),
      value: JSON.parse(text(matcher.getChild("StringLiteral")!)),
    })),
    ranged: selector.parent?.name === "MatrixSelector",
    around,
    kept,
  };
}

function operatorOf(binary: Node): string {
  // The operator between the operands is a separate node.
  return binary.firstChild!.nextSibling!.name;
}

/** Tests if a label's value meets a matcher. */
export function matches({ operator, value }: LabelMatcher, found: string): boolean {
  const same = operator.endsWith("~") ? new RegExp(`^(?:${value})$`).test(found) : found === value;
  return operator.startsWith("!") ? !same : same;
}

import type { ReactNode } from "react";
import { Bytes } from "@/components/kit/ui/bytes";
import { Card } from "@/components/kit/ui/card";
import { PersonName } from "@/components/kit/ui/person-name";
import { Day } from "@/components/kit/ui/relative-time";
import { formatByteChange, formatBytes, formatCount, formatExactBytes, formatPlural } from "@/lib/browser/format";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import type { ActivationPreview } from "@/lib/contract/preview";
import { isolate } from "@/lib/rules/text/isolate";
import { type ComparisonLine, changedLines, comparisonLines } from "./comparison-lines";
import { DetailsPart } from "./details-part";

const LOOKS: Record<ComparisonLine["look"], string> = { muted: "text-muted", plain: "", warn: "text-warn" };
const CELL = "border-line border-t px-2 py-1.5 text-end last:pe-3 max-sm:px-1";

export interface ComparisonCardProps {
	deployment: DeploymentDetail;
	/** Null when it could not be loaded. */
	preview: ActivationPreview | null;
}

function Value({ line, value }: { line: ComparisonLine; value: string | number | null }) {
	if (value === null) return <span className="text-muted">—</span>;
	if (line.kind === "date" && typeof value === "string") return <Day iso={value} />;
	if (typeof value === "string") return value;
	return line.kind === "bytes" ? <Bytes value={value} /> : formatCount(value);
}

/** A signed change; rounded sizes show the exact number on hover. */
function Change({ line }: { line: ComparisonLine }) {
	const { change, kind } = line;
	if (typeof change === "string") return change;
	if (change === 0) return "same";
	if (kind === "bytes") return <span title={formatExactBytes(change)}>{formatByteChange(change)}</span>;
	return `${change > 0 ? "+" : "−"}${formatCount(Math.abs(change))}`;
}

/** The changes of an activation on the target; unchanged lines are behind a disclosure. */
export function ComparisonCard({ deployment, preview }: ComparisonCardProps) {
	const { target, sources, builder, builder_person, filesize } = deployment;
	const against = preview?.size.compared_with ?? null;
	const { changed, same } = changedLines(comparisonLines(deployment, preview));
	return (
		<Card title={`What changes on ${isolate(target)}`}>
			<Lines lines={changed} before={against === "previous_build" ? "previous build" : "now"} heads />
			<div className="border-line border-t px-3 py-1">
				<DetailsPart summary={same.length === 0 ? "More about the file" : formatPlural(same.length, "unchanged row")}>
					<Lines lines={same} before="now" />
					<dl className="flex flex-wrap gap-x-6 gap-y-1 py-2 text-small">
						<Fact name="Exact size">{formatExactBytes(filesize)}</Fact>
						{sources === null || sources.length === 0 ? null : <Fact name="Inventory">{sources.join(", ")}</Fact>}
						<Fact name="Built by">
							<PersonName
								id={builder_person?.id ?? null}
								name={builder_person?.name ?? null}
								email={builder}
								organization={builder_person?.organization ?? null}
							/>
						</Fact>
					</dl>
				</DetailsPart>
				{against === "previous_build" ? (
					<p className="pb-2 text-muted text-small">
						No build of this design is active there. Compared with its previous build,{" "}
						{formatBytes(preview?.size.before ?? 0)}.
					</p>
				) : null}
			</div>
		</Card>
	);
}

interface LinesProps {
	lines: readonly ComparisonLine[];
	before: string;
	heads?: boolean;
}

function Lines({ lines, before, heads = false }: LinesProps) {
	return (
		<table className="w-full border-collapse">
			<thead className={heads ? "" : "sr-only"}>
				<tr className="text-muted text-small">
					<td />
					{[before, "after", "change"].map((name) => (
						<th key={name} scope="col" className="px-2 py-1.5 text-end font-medium last:pe-3">
							<bdi>{name}</bdi>
						</th>
					))}
				</tr>
			</thead>
			<tbody>
				{lines.map((line) => (
					<tr key={line.name}>
						<th scope="row" className="border-line border-t py-1.5 ps-3 pe-2 text-start font-normal">
							{line.name}
						</th>
						<td className={CELL}>
							<Value line={line} value={line.before} />
						</td>
						<td className={CELL}>
							<Value line={line} value={line.after} />
						</td>
						<td className={`${CELL} ${LOOKS[line.look]}`}>
							<Change line={line} />
						</td>
					</tr>
				))}
			</tbody>
		</table>
	);
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
	return (
		<div className="flex min-w-0 gap-1.5">
			<dt className="text-muted whitespace-nowrap">{name}</dt>
			<dd className="min-w-0">{children}</dd>
		</div>
	);
}

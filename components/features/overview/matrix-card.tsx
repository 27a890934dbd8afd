import { ReaderMark } from "@/components/kit/status/reader-chip";
import { Card } from "@/components/kit/ui/card";
import { cx } from "@/components/kit/ui/cx";
import { Link } from "@/components/kit/ui/link";
import { HEAD_LINK, SENTENCE_LINK } from "@/components/kit/ui/name-links";
import { TypeGlyph } from "@/components/kit/ui/type-glyph";
import { formatCount } from "@/lib/browser/format";
import type { LiveDesign, LiveOnTarget, Overview } from "@/lib/contract/overview";

/** Columns that fit beside the names; the list of targets has the others. */
const MOST_COLUMNS = 6;

/** What is live where: designs in rows, targets in columns; on a phone the targets stand below the design. */
export function MatrixCard({ live }: { live: Overview["live"] }) {
	const { designs, targets, activated, link } = live;
	const used = targets.filter(({ target_id }) =>
		designs.some(({ cells }) => cells.some((cell) => cell.target_id === target_id)),
	);
	const columns = used.slice(0, MOST_COLUMNS);
	return (
		<Card
			title="Live by target"
			aside={
				<Link href={link} className="rounded-sm py-1 text-accent text-small hover:underline">
					{activated === 1 ? "View deployment" : `View all ${formatCount(activated)} deployments`}
				</Link>
			}
		>
			<div className="max-md:hidden overflow-x-auto">
				<table className="w-full border-collapse">
					<thead>
						<tr className="border-line border-b text-left text-muted text-small">
							<th scope="col" className="py-2 pr-3 pl-4 font-normal">
								Design
							</th>
							{columns.map((target) => (
								<th key={target.target_id} scope="col" className="max-w-44 px-3 py-2 font-normal">
									<TargetName target={target} />
								</th>
							))}
						</tr>
					</thead>
					<tbody className="divide-y divide-line">
						{designs.map((design) => (
							<tr key={design.design_id} className="h-row">
								<th scope="row" className="max-w-80 py-1 pr-3 pl-4 text-left font-normal">
									<DesignName design={design} />
								</th>
								{columns.map(({ target_id }) => (
									<td key={target_id} className="px-3 py-1">
										<Cell design={design} targetId={target_id} />
									</td>
								))}
							</tr>
						))}
					</tbody>
				</table>
			</div>
			<ul className="divide-y divide-line md:hidden" aria-label="Live by target">
				{designs.map((design) => (
					<li key={design.design_id} className="grid gap-1 px-4 py-2.5">
						<DesignName design={design} />
						<ul className="grid gap-1">
							{used
								.filter(({ target_id }) => design.cells.some((cell) => cell.target_id === target_id))
								.map((target) => (
									<li key={target.target_id} className="flex items-start justify-between gap-3">
										<span className="min-w-0 truncate text-muted">
											<bdi>{target.target}</bdi>
										</span>
										<Cell design={design} targetId={target.target_id} />
									</li>
								))}
						</ul>
					</li>
				))}
			</ul>
			{used.length > columns.length ? (
				<p className="border-line border-t px-4 py-2 text-small max-md:hidden">
					<Link href="/deployments" className={`inline-block py-1 ${SENTENCE_LINK}`}>
						{formatCount(used.length - columns.length)} more targets
					</Link>
				</p>
			) : null}
		</Card>
	);
}

function TargetName({ target: { target, target_id, sync } }: { target: LiveOnTarget }) {
	const name = (
		<span className="block truncate" title={target}>
			<bdi>{target}</bdi>
		</span>
	);
	if (sync === null) return name;
	return (
		<Link href={`/targets/${target_id}`} className="block rounded-sm py-1 hover:text-accent hover:underline">
			{name}
		</Link>
	);
}

function DesignName({ design: { design_id, design_name, type } }: { design: LiveDesign }) {
	return (
		<span className="flex min-w-0 items-center gap-2">
			<TypeGlyph type={type} />
			<Link href={`/designs/${design_id}`} className={cx("min-w-0 truncate", HEAD_LINK)}>
				<bdi>{design_name}</bdi>
			</Link>
		</span>
	);
}

/** The states of a design on a target, each leading to its deployment. */
function Cell({ design: { cells, design_name }, targetId }: { design: LiveDesign; targetId: string }) {
	const own = cells.filter(({ target_id }) => target_id === targetId);
	if (own.length === 0) return <span className="text-muted">–</span>;
	return (
		<span className="flex flex-wrap gap-x-3 gap-y-0.5">
			{own.map((cell) => (
				<Link
					key={cell.deployment_id}
					href={`/deployments/${cell.deployment_id}`}
					className="inline-flex min-h-6 items-center gap-1.5 rounded-sm hover:underline"
				>
					<span className="sr-only">
						<bdi>{design_name}</bdi>:{" "}
					</span>
					<ReaderMark deployment={cell} />
					{cell.out_of_date ? (
						<span className="whitespace-nowrap text-muted text-small">
							<span className="sr-only">, </span>older build
						</span>
					) : null}
				</Link>
			))}
		</span>
	);
}

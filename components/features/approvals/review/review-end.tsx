import { ReaderChip } from "@/components/kit/status/reader-chip";
import { readerStatus } from "@/components/kit/status/reader-status";
import { Link } from "@/components/kit/ui/link";
import { deploymentsQuery } from "@/lib/browser/deployments";
import { useQuery } from "@/lib/browser/use-query";
import { LISTED_IDS_AT_MOST } from "@/lib/contract/constants";
import type { DeploymentDetail } from "@/lib/contract/deployment";

/** What became of a request, by the word of the summary. */
function outcomeOf(deployment: DeploymentDetail): string {
	const { status, open_question, schedule, approvals } = deployment;
	if (status !== "requested") return status;
	if (open_question !== null) return "asked";
	if (schedule?.activate_at) return "scheduled";
	return approvals?.yours === true ? "approved" : "still pending";
}

const ORDER = ["activated", "scheduled", "approved", "asked", "rejected", "cancelled", "still pending"];

/** What became of the requests of a review, as it is now: agents go on loading. */
export function ReviewEnd({ ids }: { ids: readonly string[] }) {
	const some = ids.slice(0, LISTED_IDS_AT_MOST);
	const { data } = useQuery(deploymentsQuery({ ids: some.join(","), limit: some.length }));
	const rows = data?.rows ?? [];
	const groups = Map.groupBy(rows, outcomeOf);
	const live = rows.filter((row) => readerStatus(row).state === "live").length;
	return (
		<section
			aria-label="Review finished"
			className="grid max-w-detail grow content-start gap-group overflow-y-auto p-4 md:p-6"
			aria-busy={data === undefined}
		>
			<h2 tabIndex={-1} className="text-title font-bold outline-none">
				Review finished
			</h2>
			<dl className="flex flex-wrap gap-x-8 gap-y-3">
				{ORDER.filter((word) => groups.has(word)).map((word) => (
					<div key={word} className="flex flex-col-reverse">
						<dt className="text-muted">
							{word}
							{word === "activated" ? `, ${live} live` : ""}
						</dt>
						<dd className="text-title font-bold">{groups.get(word)?.length}</dd>
					</div>
				))}
			</dl>
			<ul aria-label="Reviewed requests" className="divide-y divide-line rounded-md border border-line bg-surface">
				{ORDER.flatMap((word) => groups.get(word) ?? []).map((row) => (
					<li key={row.id} className="flex items-center gap-3 px-3 py-1.5">
						<Link href={`/deployments/${row.id}`} className="min-w-0 grow truncate rounded-sm hover:text-accent">
							<bdi>{row.design_name}</bdi>{" "}
							<span className="text-muted">
								on <bdi>{row.target}</bdi>
							</span>
						</Link>
						<ReaderChip deployment={row} />
					</li>
				))}
			</ul>
		</section>
	);
}

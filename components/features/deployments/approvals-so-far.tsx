import { PersonName } from "@/components/kit/ui/person-name";
import { RelativeTime, useNow } from "@/components/kit/ui/relative-time";
import { formatPeriod } from "@/lib/browser/format";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import { missingWords } from "./approval-words";

/** The approvers of a decision by several administrators, and the number missing. */
export function ApprovalsSoFar({ deployment }: { deployment: Pick<DeploymentDetail, "approvals"> }) {
	const now = useNow();
	const { approvals } = deployment;
	if (approvals === null) return null;
	const { action, required, missing, given } = approvals;
	if (given.length === 0) {
		// Few readers come to delete.
		if (action === "delete") return null;
		return <p className="text-muted">This target requires {required} administrators to approve. Nobody has yet.</p>;
	}
	const period = formatPeriod(approvals, now);
	return (
		<p>
			{action === "delete" ? "Deletion approved by " : "Approved by "}
			{given.map(({ by, by_person, at }, place) => (
				<span key={by}>
					{place === 0 ? "" : ", "}
					<PersonName
						id={by_person?.id ?? null}
						name={by_person?.name ?? null}
						email={by}
						organization={by_person?.organization ?? null}
						className="font-medium"
					/>{" "}
					<RelativeTime iso={at} sentence />
				</span>
			))}
			{action === "delete" || period === "" ? "" : `, ${period}`}.{missing === 0 ? "" : ` ${missingWords(approvals)}`}
		</p>
	);
}

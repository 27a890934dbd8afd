import { formatExactBytes, formatInstant, formatPrice } from "@/lib/client/format";
import type { DeploymentDetail } from "@/lib/contract/deployment";

/** What paper shows of a request below its name: there nothing can be opened, and no colour can be relied upon. */
export function PrintedRequest({ deployment, warning }: { deployment: DeploymentDetail; warning: string | null }) {
	const { id, requester, requester_org_name, requested_at, message, build_reason, target, replaces } = deployment;
	const lines = [
		["Asked by", `${requester}, ${requester_org_name}, on ${formatInstant(requested_at)}`],
		["For", `${target}${deployment.tags === "" ? "" : `, tags ${deployment.tags.split(",").join(", ")}`}`],
		["Message", message ?? "none"],
		["Reason for the build", build_reason],
		[
			"File",
			`${formatExactBytes(deployment.filesize)}, ${replaces === null ? "replaces nothing" : `replaces ${formatExactBytes(replaces.filesize)}`}; price (CPM) ${formatPrice(deployment.price_cpm)}`,
		],
		["Sets", deployment.sets.map(({ set_name, targeting_code }) => `${set_name} (${targeting_code})`).join(", ")],
		["Deployment", id],
		["Decision", "☐ activate   ☐ reject, because"],
	] as const;
	return (
		<dl className="hidden grid-cols-[9rem_minmax(0,1fr)] gap-x-3 pe-4 pt-1 pb-3 text-small print:grid">
			{warning === null ? null : (
				<>
					<dt className="font-medium">Unusual</dt>
					<dd className="font-medium">{warning}</dd>
				</>
			)}
			{lines.map(([name, words]) => (
				<div key={name} className="contents">
					<dt className="text-muted">{name}</dt>
					<dd className="whitespace-pre-wrap">{words}</dd>
				</div>
			))}
		</dl>
	);
}

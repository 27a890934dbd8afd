import { formatExactBytes, formatInstant, formatPrice } from "@/lib/client/format";
import type { DeploymentDetail } from "@/lib/contract/deployment";

/** What paper shows of a request below its two lines: there nothing can be opened. */
export function PrintedRequest({ deployment }: { deployment: DeploymentDetail }) {
	const { requester, requester_org_name, requested_at, message, build_reason, target, filesize, replaces } = deployment;
	return (
		<div className="hidden pe-4 pb-2 ps-2 text-small print:block">
			<p>
				{requester}, {requester_org_name}, {formatInstant(requested_at)}, to {target}:{" "}
				{message === null ? "no message." : `“${message}”`}
			</p>
			<p>
				Reason for the build: {build_reason}. {formatExactBytes(filesize)}
				{replaces === null ? ", replaces nothing" : `, replaces ${formatExactBytes(replaces.filesize)}`}. Price (CPM):{" "}
				{formatPrice(deployment.price_cpm)}.
			</p>
		</div>
	);
}

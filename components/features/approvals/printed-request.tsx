import type { DeploymentDetail } from "@/lib/contract/deployment";
import { printedLines } from "./printed-lines";

/** A request in print, where nothing can be opened and color cannot be relied on. */
export function PrintedRequest({ deployment, warning }: { deployment: DeploymentDetail; warning: string | null }) {
	return (
		<dl className="hidden grid-cols-[9rem_minmax(0,1fr)] gap-x-3 pe-4 pt-1 pb-3 text-small print:grid">
			{warning === null ? null : (
				<>
					<dt className="font-medium">Warning</dt>
					<dd className="font-medium">{warning}</dd>
				</>
			)}
			{printedLines(deployment).map(([name, words]) => (
				<div key={name} className="contents">
					<dt className="text-muted">{name}</dt>
					<dd className="whitespace-pre-wrap">{words}</dd>
				</div>
			))}
		</dl>
	);
}

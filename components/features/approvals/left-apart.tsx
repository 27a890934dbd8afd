import { Button } from "@/components/kit/ui/button";
import { Notice } from "@/components/kit/ui/notice";
import { formatPlural } from "@/lib/browser/format";
import type { DeploymentDetail } from "@/lib/contract/deployment";

const NAMED = 5;

export interface LeftApartProps {
	/** Requests that failed and have no row in the list to say so. */
	requests: readonly DeploymentDetail[];
	problems: ReadonlyMap<string, string>;
	onDismiss: () => void;
}

/** Names requests of a bulk decision that someone else has cancelled or decided, and why they failed. */
export function LeftApart({ requests, problems, onDismiss }: LeftApartProps) {
	if (requests.length === 0) return null;
	return (
		<section aria-label="Failed, not in this list" className="px-4 py-2 md:px-6" data-print="hidden">
			<Notice kind="warn" alert>
				<p className="font-medium">
					{formatPlural(requests.length, "failed request is", "failed requests are")} not in this list
				</p>
				<ul>
					{requests.slice(0, NAMED).map(({ id, design_name, target }) => (
						<li key={id} className="wrap-anywhere">
							<bdi>{design_name}</bdi> on <bdi>{target}</bdi>: {problems.get(id)}
						</li>
					))}
					{requests.length > NAMED ? <li>and {requests.length - NAMED} more</li> : null}
				</ul>
				<Button variant="link" className="-mx-2" onClick={onDismiss}>
					Dismiss
				</Button>
			</Notice>
		</section>
	);
}

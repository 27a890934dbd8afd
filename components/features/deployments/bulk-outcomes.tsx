import { CircleCheck, OctagonX } from "lucide-react";
import { Button } from "@/components/kit/ui/button";
import { Dialog, DialogActions, DialogBody } from "@/components/kit/ui/dialog";
import { formatCount } from "@/lib/browser/format";
import type { BulkDialogAction } from "@/lib/contract/bulk";
import { BULK_WORDS } from "./bulk-words";

export interface NamedOutcome {
	id: string;
	name: string;
	/** Why it was not done; null: it was. */
	problem: string | null;
}

export interface BulkOutcomesProps {
	action: BulkDialogAction;
	outcomes: readonly NamedOutcome[];
	onClose: () => void;
}

/** The outcomes of a bulk decision, failures first. */
export function BulkOutcomes({ action, outcomes, onClose }: BulkOutcomesProps) {
	const { done } = BULK_WORDS[action];
	const failed = outcomes.filter(({ problem }) => problem !== null);
	const succeeded = outcomes.length - failed.length;
	const sorted = [...failed, ...outcomes.filter(({ problem }) => problem === null)];
	return (
		<Dialog
			onClose={onClose}
			title={`${formatCount(succeeded)} ${done}, ${formatCount(failed.length)} not`}
			description="Failed items stay selected, so you can review them and try again."
			wide
		>
			<DialogBody>
				<ul aria-label="Outcomes" className="grid gap-2">
					{sorted.map(({ id, name, problem }) => {
						const Icon = problem === null ? CircleCheck : OctagonX;
						return (
							<li key={id} className="flex items-start gap-2">
								<Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${problem === null ? "text-ok" : "text-bad"}`} />
								<span>
									<bdi>{name}</bdi>: {problem === null ? done : <span className="text-bad">{problem}</span>}
								</span>
							</li>
						);
					})}
				</ul>
			</DialogBody>
			<DialogActions>
				<Button variant="primary" onClick={onClose}>
					Close
				</Button>
			</DialogActions>
		</Dialog>
	);
}

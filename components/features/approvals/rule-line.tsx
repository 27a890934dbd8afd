import { CircleCheck, CircleDashed } from "lucide-react";
import { ServiceWords } from "@/components/kit/ui/service-words";
import type { RuleLine as Line } from "@/lib/contract/activation-rule";
import type { DeploymentDetail } from "@/lib/contract/deployment";

const OUTCOME_WORDS: Readonly<Record<Line["outcome"], string>> = {
	activated: "activated this",
	would_activate: "would have activated this",
	missed: "left this to you",
};

/** The verdict of each rule of the target on the request; nothing without rules. */
export function RuleLine({ deployment: { rules } }: { deployment: Pick<DeploymentDetail, "rules"> }) {
	if (rules.length === 0) return null;
	return (
		<ul aria-label="Rules" className="grid gap-1">
			{rules.map(({ rule_id, name, outcome, misses }) => {
				const Icon = outcome === "missed" ? CircleDashed : CircleCheck;
				return (
					<li key={rule_id} className="flex gap-2">
						<Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${outcome === "missed" ? "text-muted" : "text-ok"}`} />
						<span className="min-w-0">
							Rule “<bdi>{name}</bdi>” {OUTCOME_WORDS[outcome]}
							{misses.length === 0 ? null : (
								<span className="text-muted">
									: <ServiceWords>{misses.map(({ message }) => message).join(" · ")}</ServiceWords>
								</span>
							)}
						</span>
					</li>
				);
			})}
		</ul>
	);
}

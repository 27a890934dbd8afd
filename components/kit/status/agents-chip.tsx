import { CircleOff } from "lucide-react";
import { Chip } from "@/components/kit/ui/chip";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import { summarizeAgents } from "./agent-summary";
import { AGENT_STATE } from "./status-words";

/** The state on the target's agents, beside the deployment's own status. */
export function AgentsChip({ deployment }: { deployment: Pick<DeploymentDetail, "status" | "agents"> }) {
	const summary = summarizeAgents(deployment);
	if (summary === null) return null;
	const { state, words, lines } = summary;
	const look =
		state === null
			? ({ icon: CircleOff, tone: deployment.status === "activated" ? "warn" : "neutral" } as const)
			: AGENT_STATE[state];
	const explanation =
		lines.length === 0 ? (
			deployment.status === "activated" ? (
				"No agent of this target loads it: none has reported yet, or none has one of its tags. Lookups do not use this file."
			) : (
				"No agent of this target has the file."
			)
		) : (
			<ul>
				{lines.map((text) => (
					<li key={text}>{text}</li>
				))}
			</ul>
		);
	return (
		<Chip tone={look.tone} icon={look.icon} explanation={explanation}>
			{words}
		</Chip>
	);
}

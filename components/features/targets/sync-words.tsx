import { CircleCheck, CircleDashed, CircleOff, TriangleAlert, Unplug } from "lucide-react";
import { Chip } from "@/components/kit/ui/chip";
import { formatCount } from "@/lib/browser/format";
import type { TargetAgent, TargetOverview } from "@/lib/contract/target";

const AGENT_STATUS = {
	in_sync: { tone: "ok", icon: CircleCheck, word: "in sync" },
	pending: { tone: "warn", icon: CircleDashed, word: "pending" },
	failed: { tone: "bad", icon: TriangleAlert, word: "failed" },
	silent: { tone: "warn", icon: Unplug, word: "offline" },
} as const;

/** An agent's sync status. */
export function AgentStatusChip({ status }: { status: TargetAgent["status"] }) {
	const { tone, icon, word } = AGENT_STATUS[status];
	return (
		<Chip tone={tone} icon={icon}>
			{word}
		</Chip>
	);
}

/** A target's sync status; never "in sync" without an agent's report. */
export function TargetSyncChip({ overview }: { overview: Pick<TargetOverview, "sync" | "agents" | "activated"> }) {
	const { sync, agents, activated } = overview;
	if (agents.living === 0) {
		return (
			<Chip tone={activated === 0 ? "neutral" : "warn"} icon={agents.silent === 0 ? CircleOff : Unplug}>
				{agents.silent === 0 ? "no agent" : "all agents offline"}
			</Chip>
		);
	}
	if (sync.failed > 0) {
		return (
			<Chip tone="bad" icon={TriangleAlert}>
				{formatCount(sync.failed)} failed
			</Chip>
		);
	}
	if (sync.pending > 0) {
		return (
			<Chip tone="warn" icon={CircleDashed}>
				{formatCount(sync.pending)} {agents.silent > 0 ? "not confirmed" : "not loaded"}
			</Chip>
		);
	}
	if (agents.silent > 0) {
		return (
			<Chip tone="warn" icon={Unplug}>
				in sync, {formatCount(agents.silent)} offline
			</Chip>
		);
	}
	return (
		<Chip tone="ok" icon={CircleCheck}>
			in sync
		</Chip>
	);
}

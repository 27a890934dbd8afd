import { CircleCheck, CircleDashed, CircleMinus, type LucideIcon, TriangleAlert, Unplug } from "lucide-react";
import { agentName } from "@/components/kit/status/agent-name";
import { Copyable } from "@/components/kit/ui/copyable";
import { cx } from "@/components/kit/ui/cx";
import type { TargetState } from "@/lib/contract/target";
import { agentCommand } from "./agent-command";
import { MemoryBar } from "./memory-bar";
import { type TargetTone, targetStanding } from "./target-standing";

const TONES: Record<TargetTone, { icon: LucideIcon; look: string }> = {
	ok: { icon: CircleCheck, look: "text-ok" },
	loading: { icon: CircleDashed, look: "text-accent" },
	bad: { icon: TriangleAlert, look: "text-bad" },
	offline: { icon: Unplug, look: "text-bad" },
	idle: { icon: CircleMinus, look: "text-muted" },
};

const AGENT_LOOKS = { in_sync: "bg-ok", pending: "bg-warn", failed: "bg-bad", silent: "bg-control" } as const;
const AGENT_WORDS = { in_sync: "in sync", pending: "loading", failed: "failed", silent: "offline" } as const;
/** Agents that are named; the card below has all. */
const NAMED = 6;

/** Whether the target is live and why not, its agents by name, its memory, and how to start an agent. */
export function TargetHeadline({ state }: { state: TargetState }) {
	const { agents, memory } = state;
	const { tone, words, why, needsAgent } = targetStanding(state);
	const { icon: Icon, look } = TONES[tone];
	return (
		<section
			aria-label="State"
			className="grid gap-4 rounded-md border border-line bg-surface p-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,18rem)] lg:items-start"
		>
			<div className="grid min-w-0 gap-2">
				<p className="flex flex-wrap items-center gap-x-2 gap-y-1">
					<Icon aria-hidden className={cx("size-5 shrink-0", look)} />
					<span className={cx("font-bold text-large", look)}>{words}</span>
					{why === null ? null : <span className="text-muted">{why}</span>}
				</p>
				{agents.length === 0 ? null : (
					<ul aria-label="Agents by name" className="flex flex-wrap gap-x-4 gap-y-1">
						{agents.slice(0, NAMED).map(({ instance_id, status }) => (
							<li key={instance_id} className="inline-flex min-w-0 items-center gap-1.5">
								<span
									aria-hidden
									className={cx("forced-color-adjust-none size-2 shrink-0 rounded-full", AGENT_LOOKS[status])}
								/>
								<span className="truncate font-mono text-small">
									<bdi>{agentName(instance_id)}</bdi>
								</span>
								<span className="text-muted text-small">{AGENT_WORDS[status]}</span>
							</li>
						))}
						{agents.length > NAMED ? <li className="text-muted text-small">{agents.length - NAMED} more</li> : null}
					</ul>
				)}
			</div>
			<MemoryBar memory={memory} explained />
			<details open={needsAgent || undefined} className="min-w-0 lg:col-span-2">
				<summary className="cursor-pointer rounded-sm py-1 text-accent">Start an agent</summary>
				<div className="mt-2 grid max-w-prose gap-1">
					<Copyable label="Command" rows={1} text={agentCommand("<an agent key of this target>")} />
					<p className="text-muted text-small">Create the key under Agent keys; it is shown once.</p>
				</div>
			</details>
		</section>
	);
}

import { CircleCheck, CircleOff, TriangleAlert, Unplug } from "lucide-react";
import { Card } from "@/components/kit/ui/card";
import { Chip } from "@/components/kit/ui/chip";
import { ShareBar } from "@/components/kit/ui/share-bar";
import { formatBytes, formatCount, formatExactBytes, formatPlural } from "@/lib/browser/format";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import type { ActivationPreview } from "@/lib/contract/preview";
import { isolate } from "@/lib/rules/text/isolate";

/** The target's memory before and after, and the state of its agents. */
export function MemoryCard({ deployment, preview }: { deployment: DeploymentDetail; preview: ActivationPreview }) {
	const { target } = deployment;
	const { memory, agents } = preview;
	if (memory === null) return null;
	return (
		<Card
			title={`Memory of ${isolate(target)}${agents === null || agents.living === 0 ? "" : `, ${formatPlural(agents.living, "agent")} online`}`}
			aside={<AgentsWord preview={preview} />}
		>
			<div className="grid gap-2 p-3">
				<MemoryBar deployment={deployment} preview={preview} memory={memory} />
				{memory.agents_short_of_memory.length === 0 ? null : (
					<p className="text-warn text-small">Above the memory limit of {memory.agents_short_of_memory.join(", ")}.</p>
				)}
				<p className="text-muted text-small">
					All pending requests for <bdi>{target}</bdi>: {formatBytes(memory.requested)}
				</p>
			</div>
		</Card>
	);
}

function AgentsWord({ preview: { agents } }: { preview: ActivationPreview }) {
	if (agents === null) return null;
	if (agents.living === 0) {
		return (
			<Chip tone="warn" icon={agents.silent === 0 ? CircleOff : Unplug}>
				{agents.silent === 0 ? "no agent" : `no agents online, ${formatCount(agents.silent)} offline`}
			</Chip>
		);
	}
	const taking =
		agents.taking === agents.living
			? "all agents will load it"
			: `${agents.taking} of ${agents.living} agents will load it`;
	return (
		<span className="flex flex-wrap gap-2">
			<Chip tone={agents.taking === 0 ? "warn" : "neutral"}>{taking}</Chip>
			<Chip tone={agents.in_sync && agents.silent === 0 ? "ok" : "warn"} icon={syncIcon(agents)}>
				{agents.in_sync
					? agents.loading > 0
						? `loading ${formatPlural(agents.loading, "file")}`
						: "in sync"
					: "not in sync"}
				{agents.silent === 0 ? "" : `, ${formatCount(agents.silent)} offline`}
			</Chip>
		</span>
	);
}

const syncIcon = ({ in_sync, silent }: NonNullable<ActivationPreview["agents"]>) =>
	in_sync ? (silent === 0 ? CircleCheck : Unplug) : TriangleAlert;

interface MemoryBarProps {
	deployment: DeploymentDetail;
	preview: ActivationPreview;
	memory: NonNullable<ActivationPreview["memory"]>;
}

function MemoryBar({ deployment, preview, memory }: MemoryBarProps) {
	const { capacity, activated, free_before, free_after } = memory;
	const freed = preview.replaces?.filesize ?? 0;
	const kept = Math.max(0, activated - freed);
	const parts = [
		{ name: "Used", bytes: kept, look: "bg-muted" },
		{ name: "Freed", bytes: freed, look: "bg-hatched" },
		{
			name: "This build",
			bytes: deployment.filesize,
			look: free_after !== null && free_after < 0 ? "bg-bad" : "bg-accent",
		},
	].filter(({ bytes }) => bytes > 0);
	const whole = Math.max(capacity ?? 0, kept + freed + deployment.filesize);
	return (
		<>
			{capacity === null ? null : (
				<div
					aria-hidden
					className="forced-color-adjust-none h-3 overflow-hidden rounded-full border border-line bg-sunken"
				>
					<ShareBar parts={parts.map((part) => ({ ...part, share: part.bytes / whole }))} />
				</div>
			)}
			<dl className="flex flex-wrap gap-x-4 gap-y-1 text-small">
				{parts.map(({ name, bytes, look }) => (
					<div key={name} className="flex items-center gap-1.5">
						<dt className="flex items-center gap-1.5 text-muted">
							<span aria-hidden className={`${look} forced-color-adjust-none size-2.5 rounded-sm border border-line`} />
							<bdi>{name}</bdi>
						</dt>
						<dd className="font-medium" title={formatExactBytes(bytes)}>
							{formatBytes(bytes)}
						</dd>
					</div>
				))}
				{capacity === null || free_before === null || free_after === null ? (
					<p className="text-muted">No memory limit set.</p>
				) : (
					<div className="flex items-center gap-1.5">
						<dt className="text-muted">{free_after < 0 ? "Short by" : "Free after"}</dt>
						<dd
							className={free_after < 0 ? "font-medium text-bad" : "font-medium"}
							title={formatExactBytes(free_after)}
						>
							{formatBytes(Math.abs(free_after))}
						</dd>
						<dd className="text-muted">
							of {formatBytes(capacity)}, now {formatBytes(free_before)}
						</dd>
					</div>
				)}
			</dl>
		</>
	);
}

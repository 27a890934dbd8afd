import type { z } from "zod";
import { Bytes } from "@/components/kit/ui/bytes";
import { ShareBar } from "@/components/kit/ui/share-bar";
import { formatBytes } from "@/lib/browser/format";
import type { targetMemory } from "@/lib/contract/target";

export interface MemoryBarProps {
	memory: z.infer<typeof targetMemory>;
	/** Whether a sentence says what does not fit. */
	explained?: boolean;
}

/** Memory against capacity: used, requested and free. */
export function MemoryBar({ memory, explained = false }: MemoryBarProps) {
	const { capacity, activated, requested, free } = memory;
	const over = free !== null && free < 0;
	const tight = free !== null && !over && requested > free;
	return (
		<div className="grid gap-1.5">
			{capacity === null ? null : (
				<div
					role="img"
					aria-label={`${formatBytes(activated)} of ${formatBytes(capacity)} used, ${formatBytes(requested)} requested`}
					className="forced-color-adjust-none h-1.5 overflow-hidden rounded-full bg-line"
				>
					<ShareBar
						parts={[
							{ name: "used", share: activated / capacity, look: over ? "bg-bad" : "bg-control" },
							{
								name: "requested",
								share: requested / capacity,
								look: `border-accent border-s ${tight ? "bg-warn" : "bg-accent"}`,
							},
						]}
					/>
				</div>
			)}
			<p className="text-small">
				<Bytes value={activated} /> used
				{capacity === null ? null : (
					<span className="text-muted">
						{" "}
						of <Bytes value={capacity} />
					</span>
				)}
				{requested > 0 ? (
					<span className={tight ? "text-warn" : "text-muted"}>
						{" "}
						· <Bytes value={requested} /> requested{tight ? ", more than is free" : ""}
					</span>
				) : null}
			</p>
			{explained && over ? (
				<p className="text-bad text-small">
					Active deployments exceed the capacity. Agents refuse files that do not fit.
				</p>
			) : null}
		</div>
	);
}

import type { z } from "zod";
import { Bytes } from "@/components/kit/ui/bytes";
import { cx } from "@/components/kit/ui/cx";
import { formatBytes } from "@/lib/browser/format";
import type { targetMemory } from "@/lib/contract/target";

export interface MemoryBarProps {
	memory: z.infer<typeof targetMemory>;
	/** Whether a sentence says what does not fit. */
	explained?: boolean;
}

const share = (part: number, whole: number) => `${Math.min(100, Math.max(0, (part / whole) * 100))}%`;

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
					className="forced-color-adjust-none flex h-1.5 overflow-hidden rounded-full bg-line"
				>
					<span className={over ? "bg-bad" : "bg-control"} style={{ width: share(activated, capacity) }} />
					<span
						className={cx("border-accent", requested > 0 && "border-s", tight ? "bg-warn" : "bg-accent")}
						style={{ width: share(Math.min(requested, Math.max(0, capacity - activated)), capacity) }}
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

import type { z } from "zod";
import { Bytes } from "@/components/kit/ui/bytes";
import { cx } from "@/components/kit/ui/cx";
import { formatBytes } from "@/lib/browser/format";
import type { targetMemory } from "@/lib/contract/target";

export interface MemoryBarProps {
	memory: z.infer<typeof targetMemory>;
	/** Whether the numbers stand below it, to the last byte. */
	exact?: boolean;
}

const share = (part: number, whole: number) => `${Math.min(100, Math.max(0, (part / whole) * 100))}%`;

/** Memory against capacity: used, requested and free. */
export function MemoryBar({ memory, exact = false }: MemoryBarProps) {
	const { capacity, activated, requested, free } = memory;
	const over = free !== null && free < 0;
	const tight = free !== null && !over && requested > free;
	return (
		<div className="grid gap-1.5">
			{capacity === null ? null : (
				<div
					role="img"
					aria-label={`${formatBytes(activated)} of ${formatBytes(capacity)} used, ${formatBytes(requested)} requested`}
					className="forced-color-adjust-none flex h-3 overflow-hidden rounded-sm border border-line-strong bg-sunken"
				>
					<span className={over ? "bg-bad" : "bg-control"} style={{ width: share(activated, capacity) }} />
					<span
						className={cx("border-accent", requested > 0 && "border-s", tight ? "bg-warn" : "bg-accent")}
						style={{ width: share(Math.min(requested, Math.max(0, capacity - activated)), capacity) }}
					/>
				</div>
			)}
			{exact ? (
				<ExactNumbers memory={memory} over={over} tight={tight} />
			) : (
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
			)}
		</div>
	);
}

function ExactNumbers({
	memory: { capacity, activated, requested, free },
	over,
	tight,
}: Pick<MemoryBarProps, "memory"> & { over: boolean; tight: boolean }) {
	const numbers = [
		{ name: "Used", value: activated, mark: over ? "bg-bad" : "bg-control", look: "" },
		{ name: "Requested", value: requested, mark: tight ? "bg-warn" : "bg-accent", look: tight ? "text-warn" : "" },
		{ name: "Free", value: free, mark: "border border-line-strong bg-sunken", look: over ? "text-bad" : "" },
		{ name: "Capacity", value: capacity, mark: null, look: "" },
	];
	return (
		<>
			<dl className="grid gap-x-6 gap-y-1 sm:grid-cols-2 min-[120rem]:grid-cols-4">
				{numbers.map(({ name, value, mark, look }) => (
					<div key={name} className="flex flex-wrap items-baseline gap-x-2">
						<dt className="flex items-center gap-1.5 text-muted">
							{mark === null ? null : (
								<span aria-hidden className={cx("forced-color-adjust-none size-2.5 rounded-sm", mark)} />
							)}
							{name}
						</dt>
						<dd className={cx("font-medium", look)}>
							{value === null ? <span className="font-normal text-muted">not set</span> : <Bytes value={value} exact />}
						</dd>
					</div>
				))}
			</dl>
			{over ? (
				<p className="text-bad">Active deployments exceed the capacity. Agents refuse files that do not fit.</p>
			) : null}
			{tight ? <p className="text-warn">Not all pending requests fit.</p> : null}
		</>
	);
}

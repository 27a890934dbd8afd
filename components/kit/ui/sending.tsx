import { formatBytes } from "@/lib/browser/format";

export interface SendingProps {
	/** A label for assistive technology. */
	label: string;
	/** How much of it has gone out, 0 to 1. */
	share: number;
	/** Bytes of it all. */
	size: number;
	/** Text before the label, for instance the number of finished items. */
	before?: string;
}

/**
 * How far a file is on its way to the service, and that the service works on it once it is there.
 */
export function Sending({ label, share, size, before = "" }: SendingProps) {
	return (
		<div className="grid gap-1">
			<progress
				aria-label={label}
				{...(share < 1 ? { value: share } : {})}
				max={1}
				className="h-2 w-full accent-accent"
			/>
			<p role="status" className="text-muted text-small">
				{before}
				{share < 1 ? `Sent ${formatBytes(size * share)} of ${formatBytes(size)}` : "Sent. Checking and storing rows…"}
			</p>
		</div>
	);
}

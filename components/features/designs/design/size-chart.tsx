"use client";

import { formatBytes } from "@/lib/browser/format";

export interface BuildSize {
	day: string;
	size: number;
	items: number;
}

/** Shares of the largest size that have a line and a label. */
const LINES = [1, 0.5, 0];
/** Of the place that each bar has. */
const BAR = 0.7;

/** Sizes of completed builds, oldest first. Loaded on demand; the table has the same values. */
export function SizeChart({ sizes, what }: { sizes: readonly BuildSize[]; what: string }) {
	const largest = Math.max(1, ...sizes.map(({ size }) => size));
	const place = 100 / sizes.length;
	const bars = sizes.map((build, index) => ({
		...build,
		x: (index + (1 - BAR) / 2) * place,
		height: (100 * build.size) / largest,
	}));
	return (
		<div aria-hidden className="grid grid-cols-[auto_1fr] gap-x-2 px-3 text-muted text-small">
			<div className="flex flex-col justify-between text-end">
				{LINES.map((share) => (
					<span key={share}>{formatBytes(Math.round(share * largest))}</span>
				))}
			</div>
			<svg aria-hidden width="100%" height="128" className="my-2 block overflow-visible">
				{LINES.map((share) => (
					<line
						key={share}
						x2="100%"
						y1={`${100 - 100 * share}%`}
						y2={`${100 - 100 * share}%`}
						className={share === 0 ? "stroke-line-strong" : "stroke-line"}
					/>
				))}
				{bars.map(({ day, size, items, x, height }) => (
					<rect
						key={x}
						x={`${x}%`}
						y={`${100 - height}%`}
						width={`${BAR * place}%`}
						height={`${height}%`}
						className="fill-accent hover:opacity-80"
					>
						<title>{`${day}: ${formatBytes(size)}, ${items.toLocaleString("en-GB")} ${what}`}</title>
					</rect>
				))}
			</svg>
			<div className="col-start-2 flex justify-between">
				<span>{sizes[0]?.day}</span>
				<span>{sizes.at(-1)?.day}</span>
			</div>
		</div>
	);
}

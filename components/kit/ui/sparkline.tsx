import { sparklinePath } from "./sparkline-path";

export interface SparklineProps {
	/** The oldest first; null where nothing is known. */
	values: readonly (number | null)[];
	/** What it shows, for those who do not see it: "Requests a day, 14 days: 3 to 12, last 7". */
	label: string;
	tone?: "accent" | "muted" | "ok" | "warn" | "bad";
	width?: number;
	height?: number;
	/** From zero, so that heights can be compared; else from the smallest value. */
	fromZero?: boolean;
}

const TONES = { accent: "text-accent", muted: "text-muted", ok: "text-ok", warn: "text-warn", bad: "text-bad" };

/** A small line of how a number went; without any value a dashed ground. */
export function Sparkline({ values, label, tone = "muted", width = 96, height = 24, fromZero = true }: SparklineProps) {
	const { line, end } = sparklinePath(values, { width, height, pad: 2.5, fromZero });
	return (
		<svg
			role="img"
			aria-label={label}
			width={width}
			height={height}
			viewBox={`0 0 ${width} ${height}`}
			className={`block max-w-full shrink-0 ${TONES[tone]}`}
		>
			<title>{label}</title>
			{end === null ? (
				<path d={`M2 ${height - 2.5}H${width - 2}`} className="stroke-line-strong" strokeDasharray="2 4" />
			) : (
				<>
					<path
						d={line}
						fill="none"
						stroke="currentColor"
						strokeWidth={1.5}
						strokeLinecap="round"
						strokeLinejoin="round"
					/>
					<circle cx={end.x} cy={end.y} r={2} fill="currentColor" />
				</>
			)}
		</svg>
	);
}

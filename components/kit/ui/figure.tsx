import type { ReactNode } from "react";
import { cx } from "./cx";
import { Link } from "./link";

export interface FigureProps {
	/** What the number counts: "to review". */
	label: string;
	/** As it is shown: "12", "4 min". */
	value: ReactNode;
	/** How it differs from before, and whether that is good; words that can be read alone. */
	delta?: { words: string; tone?: "ok" | "bad" | "neutral" } | null;
	/** A line of muted words below: "oldest 3 h". */
	about?: ReactNode;
	/** A `Sparkline`. */
	line?: ReactNode;
	/** Where the number leads. */
	href?: string;
	tone?: "ok" | "warn" | "bad";
}

const TONES = { ok: "text-ok", warn: "text-warn", bad: "text-bad", neutral: "text-muted" };

/** A key figure: its label, the number, the difference and, beside it, how it went. */
export function Figure({ label, value, delta = null, about, line, href, tone }: FigureProps) {
	const number = <span className={cx("font-bold text-figure", tone && TONES[tone])}>{value}</span>;
	return (
		<div className="relative grid min-w-0 content-start gap-1">
			<dt className="text-muted">{label}</dt>
			<dd className="flex flex-wrap items-end justify-between gap-x-3 gap-y-1">
				<span className="flex flex-wrap items-baseline gap-x-2">
					{href === undefined ? (
						number
					) : (
						<Link href={href} className="-mx-1 rounded-sm px-1 after:absolute after:inset-0 hover:text-accent">
							{number}
							<span className="sr-only"> {label}</span>
						</Link>
					)}
					{delta === null ? null : (
						<span className={cx("text-small", TONES[delta.tone ?? "neutral"])}>{delta.words}</span>
					)}
				</span>
				{line}
			</dd>
			{about === undefined ? null : <dd className="relative justify-self-start text-muted text-small">{about}</dd>}
		</div>
	);
}

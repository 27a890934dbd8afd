import type { ReactNode } from "react";
import { Chip } from "@/components/kit/ui/chip";
import { cx } from "@/components/kit/ui/cx";
import { type ReadDeployment, type ReaderState, readerStatus } from "./reader-status";
import { READER_STATUS } from "./status-words";

const WHY: Partial<Record<ReaderState, string>> = { not_live: "text-bad", partly_live: "text-warn" };

export interface ReaderStatusLineProps {
	deployment: ReadDeployment;
	wraps?: boolean;
	/** In a row of a list, of which the second line says why on a phone. */
	inRow?: boolean;
	/** What stands beside it. */
	children?: ReactNode;
}

/**
 * The one status of a deployment for a reader, on one line: a chip and, where the word leaves
 * something open, why. The contract's word and the agents behind it are in the tooltip.
 */
export function ReaderStatusLine({ deployment, wraps = false, inRow = false, children }: ReaderStatusLineProps) {
	const status = readerStatus(deployment);
	return (
		<span
			className={cx(
				"flex max-w-full items-center gap-x-2",
				status.why === null && children === undefined ? "shrink-0" : "min-w-0",
				wraps && "flex-wrap",
			)}
		>
			<ReaderChip deployment={deployment} />
			{status.why === null ? null : (
				<span
					title={status.why}
					className={cx(
						"min-w-0 text-small",
						wraps ? null : "truncate",
						inRow && "max-md:hidden",
						WHY[status.state] ?? "text-muted",
					)}
				>
					{status.why}
				</span>
			)}
			{children}
		</span>
	);
}

/** The chip alone, where there is no room for why. */
export function ReaderChip({ deployment }: { deployment: ReadDeployment }) {
	const { state, behind, lines } = readerStatus(deployment);
	const { word, icon, tone, turning, means, next } = READER_STATUS[state];
	return (
		<Chip
			tone={tone}
			icon={icon}
			turning={turning}
			explanation={
				<span className="grid gap-1">
					<span className="font-medium">{behind}</span>
					<span>
						{means} {next}
					</span>
					{lines.length === 0 ? null : (
						<ul className="text-muted">
							{lines.map((line) => (
								<li key={line}>{line}</li>
							))}
						</ul>
					)}
				</span>
			}
		>
			{word}
		</Chip>
	);
}

const MARKS = { neutral: "text-muted", accent: "text-accent", ok: "text-ok", warn: "text-warn", bad: "text-bad" };

/** The status as a shape and a word without a ground, where many stand side by side. */
export function ReaderMark({ deployment }: { deployment: ReadDeployment }) {
	const { state, why } = readerStatus(deployment);
	const { word, icon: Icon, tone, turning } = READER_STATUS[state];
	return (
		<span title={why ?? undefined} className={cx("inline-flex items-center gap-1.5 whitespace-nowrap", MARKS[tone])}>
			<Icon className={cx("size-3.5 shrink-0", turning && "animate-turn")} />
			<span className="first-letter:uppercase">{word}</span>
		</span>
	);
}

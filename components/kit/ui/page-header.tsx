import type { ReactNode } from "react";
import { cx } from "./cx";

export interface PageHeaderProps {
	title: ReactNode;
	/** What stands before the title: the way back. */
	before?: ReactNode;
	/** One line about the whole. */
	summary?: ReactNode;
	actions?: ReactNode;
	/** Above the cards of one object, which are narrower than tables. */
	detail?: boolean;
}

/** The head of a page: its one h1, a word about the whole, and what can be done. */
export function PageHeader({ title, before, summary, actions, detail = false }: PageHeaderProps) {
	return (
		<header className="shrink-0 border-line border-b bg-surface">
			{/* As wide as what is below it, so that what can be done stays near what it is done to. */}
			<div
				className={cx(
					"flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 md:px-6 xl:flex-nowrap",
					detail ? "box-content min-h-8 max-w-detail" : "min-h-14 max-w-page",
				)}
			>
				<div className="grid min-w-0 grow gap-x-4 sm:flex sm:flex-wrap sm:items-baseline">
					{before}
					<h1 tabIndex={-1} className="min-w-0 text-title font-bold outline-none">
						{title}
					</h1>
					{summary === undefined ? null : <div className="text-muted">{summary}</div>}
				</div>
				{actions === undefined ? null : (
					<div
						className="flex min-w-0 max-w-full flex-wrap gap-2 xl:max-w-1/2 xl:shrink-0 xl:justify-end"
						data-print="hidden"
					>
						{actions}
					</div>
				)}
			</div>
		</header>
	);
}

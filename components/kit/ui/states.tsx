import type { ReactNode } from "react";
import { describeError } from "@/lib/browser/api-error";
import { Button } from "./button";
import { cx } from "./cx";
import { Notice } from "./notice";

/** The place of a text that has yet to come. */
export const Skeleton = ({ className }: { className: string }) => (
	<span aria-hidden className={cx("block h-3 max-w-full animate-breathe rounded-sm bg-line", className)} />
);

export interface EmptyStateProps {
	title: string;
	/** One part of a page among others. */
	inCard?: boolean;
	children?: ReactNode;
	action?: ReactNode;
}

/** Nothing is there: what that means, and what to do about it. */
export function EmptyState({ title, inCard = false, children, action }: EmptyStateProps) {
	return (
		<div className={cx("grid justify-items-start gap-2", inCard ? "p-3" : "px-4 py-8 md:px-6")}>
			<p className={inCard ? "font-medium" : "text-large font-medium"}>{title}</p>
			{children === undefined ? null : <div className="max-w-prose text-muted">{children}</div>}
			{action}
		</div>
	);
}

/** The first load failed: what happened, and another try. */
export function ErrorState({ error, what, onRetry }: { error: unknown; what: string; onRetry: () => void }) {
	return (
		<div className="grid max-w-prose justify-items-start gap-3 p-4 md:p-6">
			<Notice kind="bad" alert>
				<p className="font-medium">{what} could not be loaded.</p>
				<p>{describeError(error)}</p>
			</Notice>
			<Button onClick={onRetry}>Try again</Button>
		</div>
	);
}

/** A later load failed: the rows of before stay, with a word that they may be old. */
export function StaleNotice({ error, onRetry }: { error: unknown; onRetry: () => void }) {
	return (
		<div className="px-4 py-2 md:px-6">
			<Notice kind="warn">
				<span>Not up to date: {describeError(error)} </span>
				<button type="button" onClick={onRetry} className="font-medium underline">
					Try again
				</button>
			</Notice>
		</div>
	);
}

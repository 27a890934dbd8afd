import type { ReactNode } from "react";
import { describeError, NetworkError } from "@/lib/browser/api-error";
import { formatAgo } from "@/lib/browser/format";
import { Button } from "./button";
import { cx } from "./cx";
import { EmptyPicture, type EmptyPictureName } from "./empty-picture";
import { Notice } from "./notice";
import { useNow } from "./relative-time";

/** The place of a text that has yet to come. */
export const Skeleton = ({ className }: { className: string }) => (
	<span aria-hidden className={cx("block h-3 max-w-full animate-breathe rounded-sm bg-line", className)} />
);

export interface EmptyStateProps {
	title: string;
	/** One part of a page among others, without a picture. */
	inCard?: boolean;
	picture?: EmptyPictureName;
	children?: ReactNode;
	action?: ReactNode;
}

/** Nothing is there: what that means, and what to do about it. */
export function EmptyState({ title, inCard = false, picture = "start", children, action }: EmptyStateProps) {
	return (
		<div className={cx("grid justify-items-start gap-2", inCard ? "p-3" : "px-4 py-8 md:px-6")}>
			{inCard ? null : <EmptyPicture name={picture} />}
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

export interface StaleNoticeProps {
	error: unknown;
	/** When the data shown was loaded (epoch milliseconds), where that is known. */
	updatedAt?: number | undefined;
	onRetry: () => void;
}

/** A later load failed: the earlier data stays, with a note of its age. */
export function StaleNotice({ error, updatedAt, onRetry }: StaleNoticeProps) {
	const now = useNow();
	const data =
		updatedAt === undefined ? "earlier data" : `data from ${formatAgo(new Date(updatedAt).toISOString(), now)}`;
	return (
		<div className="px-4 py-2 md:px-6">
			<Notice kind="warn">
				<span>
					{error instanceof NetworkError ? (error.offline ? "Offline." : "Service unreachable.") : describeError(error)}{" "}
					Showing {data}.{" "}
				</span>
				<button type="button" onClick={onRetry} className="font-medium underline">
					Retry
				</button>
			</Notice>
		</div>
	);
}

"use client";

import { type RefObject, useEffect, useRef, useState } from "react";
import { Card } from "@/components/kit/ui/card";
import { ErrorState, StaleNotice } from "@/components/kit/ui/states";
import { commentsQuery } from "@/lib/browser/comments-query";
import { useQuery } from "@/lib/browser/use-query";
import { MOST_COMMENTS } from "@/lib/contract/constants";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import { CommentBox } from "./comment-box";
import { CommentThread } from "./comment-thread";
import { OpenQuestionNotice } from "./open-question-notice";

/** Comments that are shown at first. */
const FIRST = 20;
/** Where links to the conversation lead. */
const ANCHOR = "conversation";

export interface ConversationProps {
	deployment: DeploymentDetail;
	/** How many comments there are, where the page knows; a conversation without any is its box alone. */
	count?: number | undefined;
	/** The box, for a key that leads to it. */
	box?: RefObject<HTMLTextAreaElement | null>;
	/** Called before a question, an answer or a withdrawal raises the revision. */
	onSend?: ((deployment: Pick<DeploymentDetail, "id" | "revision">) => void) | undefined;
}

/** The comments of both sides on a deployment, and the box for the reader's own. */
export function Conversation({ deployment, count, box, onSend }: ConversationProps) {
	const { id, permissions } = deployment;
	const own = useRef<HTMLTextAreaElement>(null);
	const [limit, setLimit] = useState(FIRST);
	const { data, error, refetch } = useQuery({ ...commentsQuery(id, limit), enabled: count !== 0 });
	const field = box ?? own;
	useEffect(() => {
		if (window.location.hash !== `#${ANCHOR}`) return;
		document.getElementById(ANCHOR)?.scrollIntoView({ block: "start" });
		field.current?.focus({ preventScroll: true });
	}, [field]);
	const side = permissions.comment_as;
	const isEmpty = (count ?? data?.total) === 0;
	if (side === null && isEmpty) return null;
	const isBare = isEmpty && count !== undefined;
	const inside = (
		<div className={isBare ? "grid grid-cols-1" : "grid grid-cols-1 gap-3 p-3"}>
			{error === null ? null : data === undefined ? (
				<ErrorState error={error} what="The comments" onRetry={() => void refetch()} />
			) : (
				<StaleNotice error={error} onRetry={() => void refetch()} />
			)}
			{data === undefined || data.total === 0 ? null : (
				<CommentThread
					comments={data.rows}
					total={data.total}
					requester={deployment.requester}
					onMore={() => setLimit(MOST_COMMENTS)}
				/>
			)}
			<OpenQuestionNotice deployment={deployment} onSend={onSend} />
			{side === null ? null : <CommentBox deployment={deployment} side={side} field={field} onSend={onSend} />}
		</div>
	);
	return (
		<div id={ANCHOR} className="scroll-mt-4" data-print="hidden">
			{isBare ? inside : <Card title="Conversation">{inside}</Card>}
		</div>
	);
}

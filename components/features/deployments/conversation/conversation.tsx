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
	/** The box, for a key that leads to it. */
	box?: RefObject<HTMLTextAreaElement | null>;
	/** Called before a question, an answer or a withdrawal raises the revision. */
	onSend?: ((deployment: Pick<DeploymentDetail, "id" | "revision">) => void) | undefined;
}

/** The comments of both sides on a deployment, and the box for the reader's own. */
export function Conversation({ deployment, box, onSend }: ConversationProps) {
	const { id, permissions } = deployment;
	const own = useRef<HTMLTextAreaElement>(null);
	const [limit, setLimit] = useState(FIRST);
	const { data, error, refetch } = useQuery(commentsQuery(id, limit));
	const field = box ?? own;
	useEffect(() => {
		if (window.location.hash !== `#${ANCHOR}`) return;
		document.getElementById(ANCHOR)?.scrollIntoView({ block: "start" });
		field.current?.focus({ preventScroll: true });
	}, [field]);
	const side = permissions.comment_as;
	if (side === null && data?.total === 0) return null;
	return (
		<div id={ANCHOR} className="scroll-mt-4" data-print="hidden">
			<Card title="Conversation">
				<div className="grid grid-cols-1 gap-3 p-3">
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
			</Card>
		</div>
	);
}

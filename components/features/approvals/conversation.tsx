"use client";

import { type Dispatch, useRef } from "react";
import { Conversation as Comments } from "@/components/features/deployments/conversation/conversation";
import { useShortcuts } from "@/components/kit/keyboard/shortcuts";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import { isolate } from "@/lib/rules/text/isolate";
import type { QueueEvent } from "./queue-types";

export interface ConversationProps {
	deployment: DeploymentDetail;
	/** How many comments there are; undefined where unknown. */
	count: number | undefined;
	dispatch: Dispatch<QueueEvent>;
}

/** The conversation on the request in the panel. The reader's own comments are no news to them. */
export function Conversation({ deployment, count, dispatch }: ConversationProps) {
	const box = useRef<HTMLTextAreaElement>(null);
	useShortcuts("This request", [
		{
			keys: ["c"],
			does: `Ask or comment on ${isolate(deployment.design_name)}`,
			run: () => box.current?.focus(),
			unavailable: deployment.permissions.comment_as === null ? "You can't comment on this request." : null,
		},
	]);
	return (
		<Comments
			deployment={deployment}
			count={count}
			box={box}
			onSend={({ id, revision }) => dispatch({ type: "ownChange", id, revision })}
		/>
	);
}

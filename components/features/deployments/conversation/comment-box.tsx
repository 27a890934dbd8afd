"use client";

import { type KeyboardEvent, type RefObject, useId, useState } from "react";
import { toast } from "sonner";
import { keyOf } from "@/components/kit/keyboard/key-of";
import { Button } from "@/components/kit/ui/button";
import { controlClass } from "@/components/kit/ui/field";
import { Notice } from "@/components/kit/ui/notice";
import { nameOfPerson } from "@/components/kit/ui/person-words";
import { useSend } from "@/lib/browser/api";
import { describeError } from "@/lib/browser/api-error";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import type { ConversationProps } from "./conversation";
import { type SayAction, sayActions } from "./conversation-words";

/** Unsent texts by deployment: going to another request and back loses none. */
const drafts = new Map<string, string>();

export interface CommentBoxProps extends Pick<ConversationProps, "onSend"> {
	deployment: DeploymentDetail;
	side: "administrator" | "requester";
	field: RefObject<HTMLTextAreaElement | null>;
}

const hintOf = ({ status, open_question }: DeploymentDetail, side: CommentBoxProps["side"]): string => {
	if (side === "requester") return open_question === null ? "Comment…" : "Answer…";
	return status === "requested" ? "Ask the requester, or comment…" : "Comment…";
};

/** A text and what to do with it. It stays until the service has taken it. */
export function CommentBox({ deployment, side, field, onSend }: CommentBoxProps) {
	const { id } = deployment;
	const labelId = useId();
	const [text, setText] = useState(() => drafts.get(id) ?? "");
	const say = useSend("POST /api/deployments/[deployment_id]/comments", { quick: true });
	const actions = sayActions(deployment);
	const write = (next: string) => {
		setText(next);
		if (next === "") drafts.delete(id);
		else drafts.set(id, next);
	};
	const send = ({ question }: SayAction) => {
		if (text.trim() === "" || say.isPending) return;
		if (question || (side === "requester" && deployment.open_question !== null)) onSend?.(deployment);
		const sent = text;
		const done = () => {
			// Also where the box is gone by then; text typed since stays.
			if (drafts.get(id) === sent) drafts.delete(id);
			setText((now) => (now === sent ? "" : now));
			if (!question) return;
			toast.success(`Asked ${nameOfPerson(deployment.requester_person, deployment.requester)}`, {
				description: "The request is back in the queue once they answer.",
			});
		};
		// A question holds for the revision that its author reads; other comments have no revision.
		const revision = question ? deployment.revision : undefined;
		const body = { text: text.trim(), question };
		say.mutateAsync({ deployment_id: id, revision, body }).then(done, () => undefined);
	};
	const sendByKey = (event: KeyboardEvent) => {
		const [first] = actions;
		const key = keyOf(event);
		if (key === "Escape") field.current?.blur();
		if (key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
		event.preventDefault();
		if (!event.repeat && first !== undefined) send(first);
	};
	const hint = hintOf(deployment, side);
	return (
		<div className="grid grid-cols-1 gap-2">
			{say.error === null ? null : (
				<Notice kind="bad" alert>
					{describeError(say.error)}
				</Notice>
			)}
			<label id={labelId} htmlFor={`${labelId}-text`} className="sr-only">
				{hint.replace("…", "")}
			</label>
			<textarea
				ref={field}
				id={`${labelId}-text`}
				rows={1}
				maxLength={2_000}
				placeholder={hint}
				value={text}
				onChange={(event) => write(event.target.value)}
				onKeyDown={sendByKey}
				className={controlClass("field-sizing-content max-h-60 resize-y max-md:min-h-11")}
			/>
			{text.trim() === "" ? null : (
				<div className="flex flex-wrap gap-2">
					{actions.map((action, place) => (
						<Button
							key={action.label}
							variant={side === "requester" && place === 0 ? "primary" : "plain"}
							pending={say.isPending}
							onClick={() => send(action)}
							className="max-md:min-h-11"
							{...(place === 0 ? { shortcut: "Mod+Enter" } : {})}
						>
							{action.label}
						</Button>
					))}
				</div>
			)}
		</div>
	);
}

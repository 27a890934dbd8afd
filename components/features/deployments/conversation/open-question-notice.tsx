import { toast } from "sonner";
import { Button } from "@/components/kit/ui/button";
import { Notice } from "@/components/kit/ui/notice";
import { Moment, RelativeTime } from "@/components/kit/ui/relative-time";
import { useSend } from "@/lib/browser/api";
import { describeError } from "@/lib/browser/api-error";
import { pinned } from "@/lib/browser/deployment-work";
import type { ConversationProps } from "./conversation";
import { waitingWords } from "./conversation-words";

/** For whom the request waits, and until when; administrators can withdraw the question. */
export function OpenQuestionNotice({ deployment, onSend }: Pick<ConversationProps, "deployment" | "onSend">) {
	const { open_question: question, expires_at, permissions } = deployment;
	const withdraw = useSend("DELETE /api/deployments/[deployment_id]/question");
	if (question === null) return null;
	const onWithdraw = () => {
		onSend?.(deployment);
		withdraw.mutate(pinned(deployment), {
			onSuccess: () => toast.success("Question withdrawn", { description: "The request is waiting for a decision." }),
			onError: (error) => toast.error("The question was not withdrawn", { description: describeError(error) }),
		});
	};
	return (
		<Notice kind={permissions.comment_as === "requester" ? "warn" : "info"}>
			<p>
				{waitingWords(deployment)} ActivationTime <RelativeTime iso={question.at} sentence />.
				{expires_at === null ? null : (
					<>
						{" "}
						The request expires <Moment iso={expires_at} />.
					</>
				)}
			</p>
			{permissions.administer && permissions.comment_as === "administrator" ? (
				<Button variant="link" className="-ms-2" pending={withdraw.isPending} onClick={onWithdraw}>
					Withdraw question
				</Button>
			) : null}
		</Notice>
	);
}

import { toast } from "sonner";
import { describeError } from "@/lib/browser/api-error";
import { useTag } from "@/lib/browser/deployment-work";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import { isolate } from "@/lib/rules/text/isolate";
import { undoAction, useUndo } from "./use-undo";

const TIME_TO_READ = 20_000;

/** Replaces the tags of a deployment and shows the outcome in a toast, which offers an undo. */
export function useTagging(): (deployment: DeploymentDetail, tags: readonly string[]) => void {
	const { mutateAsync } = useTag();
	const undo = useUndo();
	return (deployment, tags) => {
		if (deployment.tags === tags.join(",")) return;
		const there = `${isolate(deployment.design_name)} on ${isolate(deployment.target)}`;
		// The form is gone before the answer is here: callbacks given to `mutate` would go with it.
		void mutateAsync({ deployment, tags }).then(
			() =>
				toast.success(
					`Tags of ${there} saved`,
					undoAction(() => undo.retag(deployment)),
				),
			(error: unknown) =>
				toast.error(`The tags of ${there} were not saved`, {
					description: describeError(error),
					duration: TIME_TO_READ,
				}),
		);
	};
}

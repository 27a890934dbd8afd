import { useQueryClient } from "@tanstack/react-query";
import { type Dispatch, useEffect } from "react";
import { toast } from "sonner";
import { liveWords } from "@/components/features/deployments/live-words";
import { Kbd } from "@/components/kit/ui/kbd";
import { ApiError, describeError, failureTitle } from "@/lib/browser/api-error";
import { readDeployment, useRollback } from "@/lib/browser/deployment-work";
import { useDecide } from "@/lib/browser/deployments";
import { formatDate } from "@/lib/browser/format";
import { previewQuery } from "@/lib/browser/preview";
import { deploymentKeys } from "@/lib/browser/query-keys";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import type { ActivationWarning } from "@/lib/contract/preview";
import { isolate } from "@/lib/rules/text/isolate";
import type { QueueEvent, QueueState } from "./queue-state";

const TIME_TO_UNDO = 15_000;
const TIME_TO_READ = 20_000;
/** These need a confirmation. The panel states all other warnings, and the key acts at once. */
const CONFIRMED: readonly ActivationWarning["code"][] = ["abnormally_large", "exceeds_memory"];

const toastOf = ({ id }: DeploymentDetail) => `activated ${id}`;
const nameOf = ({ design_name, target }: DeploymentDetail) => `${isolate(design_name)} on ${isolate(target)}`;

/** The label of the way back from an activation: to the build that it replaced, else to none. */
const undoWords = ({ replaces, design_name }: DeploymentDetail) =>
	replaces === null
		? `Undo: deactivate ${isolate(design_name)}`
		: `Undo: restore the build of ${formatDate(replaces.build_date, Date.now())}`;

export type Decisions = ReturnType<typeof useDecisions>;

/** Sends decisions. Nothing is shown as done before the service has answered. */
export function useDecisions({ undo }: QueueState, dispatch: Dispatch<QueueEvent>) {
	const client = useQueryClient();
	const decide = useDecide({ quick: true });
	const takeBack = useTakeBack(dispatch);
	useEffect(() => {
		if (undo === null) return;
		const timer = setTimeout(() => dispatch({ type: "undoEnded" }), TIME_TO_UNDO);
		return () => clearTimeout(timer);
	}, [undo, dispatch]);

	const confirm = async (request: DeploymentDetail) => {
		const { id, revision } = request;
		dispatch({ type: "activationStarted" });
		dispatch({ type: "decisionSent", id, revision });
		try {
			await decide.mutateAsync({ action: "activate", deployment: request });
		} catch (error) {
			dispatch({ type: "decisionFailed" });
			if (error instanceof ApiError && [404, 409, 412].includes(error.status)) {
				dispatch({ type: "activationRefused", id, reason: error.message });
				void client.invalidateQueries({ queryKey: deploymentKeys.all });
			} else {
				dispatch({ type: "activationFailed" });
				toast.error(failureTitle(error, isolate(request.design_name), "activated"), {
					description: describeError(error),
					duration: TIME_TO_READ,
				});
			}
			return;
		}
		const agents = client.getQueryData(previewQuery(id).queryKey)?.agents ?? null;
		offerUndo(request, agents === null ? null : agents.taking > 0, () => void takeBack(request));
		dispatch({ type: "activated", request });
	};
	return {
		/** Why the last activation failed. */
		error: decide.error,
		/** Activates without asking. */
		confirm,
		/** Activates a request as displayed, or asks for confirmation if it is unusual. */
		activate: async (request: DeploymentDetail) => {
			dispatch({ type: "activationStarted" });
			decide.reset();
			// Without a preview no warning is known; the service still checks the activation.
			const preview = await client.fetchQuery(previewQuery(request.id)).catch(() => null);
			const warnings = preview?.warnings.filter(({ code }) => CONFIRMED.includes(code)) ?? [];
			if (warnings.length === 0) await confirm(request);
			else dispatch({ type: "asked", question: { about: "warnings", request, warnings } });
		},
		/** What undoing the last activation would do; null when there is nothing to undo. */
		undoes: undo === null ? null : undoWords(undo),
		undo: () => {
			if (undo !== null) void takeBack(undo);
		},
	};
}

/** Reports an activation, and offers the way back for a while. `request` is as it was before. */
function offerUndo(request: DeploymentDetail, loads: boolean | null, undo: () => void): void {
	const { replaces, target } = request;
	const replaced = replaces === null ? "" : ` It replaced the build of ${formatDate(replaces.build_date, Date.now())}.`;
	toast.success(`Activated ${nameOf(request)}`, {
		description: `${liveWords(target, loads)}${replaced}`,
		id: toastOf(request),
		duration: TIME_TO_UNDO,
		action: {
			label: (
				<>
					{undoWords(request)} <Kbd name="u" />
				</>
			),
			onClick: undo,
		},
	});
}

/**
 * Undoes an activation unless the deployment has changed since: reactivates the previous build, if
 * any. The request does not return to the queue.
 */
function useTakeBack(dispatch: Dispatch<QueueEvent>) {
	const decide = useDecide();
	const rollback = useRollback();
	return async (request: DeploymentDetail) => {
		dispatch({ type: "undoEnded" });
		toast.dismiss(toastOf(request));
		const there = nameOf(request);
		try {
			const now = await readDeployment(request.id);
			if (now.revision !== request.revision + 1 || now.status !== "activated") {
				toast.warning(`Not undone: ${there} has changed`, {
					description: "Review it before you decide.",
					duration: TIME_TO_READ,
				});
				return;
			}
			if (request.replaces === null) await decide.mutateAsync({ action: "deactivate", deployment: now });
			else await rollback.mutateAsync(now);
			toast.success(
				request.replaces === null
					? `Undone: ${there} is deactivated`
					: `Undone: the previous build is active again for ${there}`,
				{ description: "The request does not return to the queue." },
			);
		} catch (error) {
			toast.error(`The activation of ${there} could not be undone`, {
				description: describeError(error),
				duration: TIME_TO_READ,
			});
		}
	};
}

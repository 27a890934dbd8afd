import { useQueryClient } from "@tanstack/react-query";
import { type Dispatch, useEffect } from "react";
import { toast } from "sonner";
import { forgetDraft, keepDraft } from "@/components/features/deployments/activation-drafts";
import { activationEffect } from "@/components/features/deployments/activation-effect";
import { approvedWords } from "@/components/features/deployments/approval-words";
import { Kbd } from "@/components/kit/ui/kbd";
import { ApiError, describeError, failureTitle } from "@/lib/browser/api-error";
import { readDeployment } from "@/lib/browser/deployment-work";
import { useDecide } from "@/lib/browser/deployments";
import { formatDate, formatPeriod } from "@/lib/browser/format";
import { previewQuery } from "@/lib/browser/preview";
import { keyOf } from "@/lib/browser/refresh";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import type { ActivationWarning } from "@/lib/contract/preview";
import { isolate } from "@/lib/rules/text/isolate";
import { proposalToCome } from "./activation-offer";
import { ActivationOutcome } from "./activation-outcome";
import { asActivated } from "./as-activated";
import type { QueueEvent, QueueState, UndoableDecision } from "./queue-types";
import { nameOf, toastOf, undoWords, useTakeBack } from "./use-take-back";

/** Somewhat less than the service allows (`UNDO_SECONDS`), in milliseconds. */
export const TIME_TO_UNDO = 20_000;
const TIME_TO_READ = 20_000;
/** These need a confirmation. The panel states all other warnings, and the key acts at once. */
const CONFIRMED: readonly ActivationWarning["code"][] = ["abnormally_large", "exceeds_memory", "outside_window"];

export type Decisions = ReturnType<typeof useDecisions>;

/**
 * Sends decisions. Nothing is shown as done before the service has answered.
 * @param open shows a request in the panel, where it is back
 */
export function useDecisions({ undo }: QueueState, dispatch: Dispatch<QueueEvent>, open: (id: string) => void) {
	const client = useQueryClient();
	const decide = useDecide({ quick: true });
	const takeBack = useTakeBack(dispatch, open);
	useEffect(() => {
		if (undo === null) return;
		const timer = setTimeout(() => dispatch({ type: "undoEnded" }), TIME_TO_UNDO);
		return () => clearTimeout(timer);
	}, [undo, dispatch]);

	const confirm = async (
		request: DeploymentDetail,
		asProposed: boolean,
		said: { message?: string; override_reason?: string } = {},
	) => {
		const { id, revision } = request;
		let status: string | null;
		dispatch({ type: "activationStarted" });
		dispatch({ type: "decisionSent", id, revision });
		if (said.message || said.override_reason) keepDraft([request], said);
		try {
			status = await decide.mutateAsync({ action: "activate", deployment: request, asProposed, ...said });
		} catch (error) {
			dispatch({ type: "decisionFailed" });
			if (error instanceof ApiError && [404, 409, 412].includes(error.status)) {
				dispatch({ type: "activationRefused", id, reason: error.message });
				void client.invalidateQueries({ queryKey: keyOf("deployments") });
			} else {
				dispatch({ type: "activationFailed" });
				toast.error(failureTitle(error, isolate(request.design_name), "activated"), {
					description: describeError(error),
					duration: TIME_TO_READ,
				});
			}
			return;
		}
		forgetDraft([id]);
		if (status !== "activated") {
			// A decision of several administrators is theirs together: one of them cannot undo it.
			if (request.approvals === null) {
				tellScheduled(request, takeBack);
				dispatch({ type: "scheduled", request });
			} else {
				void tellApproved(request);
				dispatch({ type: "handedOn", request });
			}
			return;
		}
		const agents = client.getQueryData(previewQuery(id).queryKey)?.agents ?? null;
		const decided = asActivated(request, asProposed);
		tell({ action: "activate", requests: [decided] }, `Activated ${nameOf(request)}`, {
			description: (
				<>
					<ActivationOutcome ids={[id]} agents={agents} since={Date.now()} />
					{replacedWords(request)}
				</>
			),
			undo: takeBack,
		});
		dispatch({ type: "activated", request: decided });
	};
	return {
		/** Why the last activation failed. */
		error: decide.error,
		/** Activates without asking. */
		confirm,
		/**
		 * Activates a request as displayed, or asks for confirmation if it is unusual, and for a note
		 * where one is wanted.
		 */
		activate: async (request: DeploymentDetail, asProposed: boolean, withNote = false) => {
			dispatch({ type: "activationStarted" });
			decide.reset();
			// Without a preview no warning is known; the service still checks the activation.
			const preview = await client.fetchQuery(previewQuery(request.id)).catch(() => null);
			// Requests that are only scheduled or approved do not pass a closed target now.
			const isNow = activationEffect(request, { asProposed }, Date.now()) === "now";
			const confirmed = CONFIRMED.filter((code) => isNow || code !== "outside_window");
			const warnings = preview?.warnings.filter(({ code }) => confirmed.includes(code)) ?? [];
			if (warnings.length === 0 && !withNote) await confirm(request, asProposed);
			else dispatch({ type: "asked", question: { about: "warnings", request, warnings, asProposed } });
		},
		/** Takes a decision back. */
		takeBack: (decision: UndoableDecision) => void takeBack(decision),
		/** The effect of undoing the last decision; null when there is nothing to undo. */
		undoes: undo === null ? null : undoWords(undo),
		undo: () => {
			if (undo !== null) void takeBack(undo);
		},
	};
}

/** Says that a request waits for its time. */
function tellScheduled(request: DeploymentDetail, undo: (decision: UndoableDecision) => void): void {
	const now = Date.now();
	const description = formatPeriod(proposalToCome(request, now), now);
	const decision = { action: "activate", requests: [request], scheduled: [request.id] } as const;
	tell(decision, `Scheduled ${nameOf(request)}`, { description, undo });
}

/** Shows the outcome for a request that several administrators approve. */
async function tellApproved(request: DeploymentDetail): Promise<void> {
	const after = await readDeployment(request.id).catch(() => null);
	const { approvals = null, schedule = null } = after ?? {};
	if (schedule?.activate_at) {
		toast.success(`Scheduled ${nameOf(request)}`, { description: formatPeriod(schedule, Date.now()) });
	} else toast.success(approvedWords(request, approvals));
}

function replacedWords({ replaces }: DeploymentDetail): string {
	return replaces === null ? "" : `. It replaced the build of ${formatDate(replaces.build_date, Date.now())}.`;
}

/** Reports a decision, and offers the way back for a while. */
export function tell(
	decision: UndoableDecision,
	title: string,
	{ description, undo }: { description?: React.ReactNode; undo: (decision: UndoableDecision) => void },
): void {
	toast.success(title, {
		description,
		id: toastOf(decision.requests),
		duration: TIME_TO_UNDO,
		action: {
			label: (
				<>
					{undoWords(decision)} <Kbd name="u" />
				</>
			),
			onClick: () => undo(decision),
		},
	});
}

import { useRef, useState } from "react";
import { toast } from "sonner";
import { Kbd } from "@/components/kit/ui/kbd";
import { describeError } from "@/lib/browser/api-error";
import { readDeployment, useRollback } from "@/lib/browser/deployment-work";
import { useDecide } from "@/lib/browser/deployments";
import { formatDate } from "@/lib/browser/format";
import type { DeploymentDetail } from "@/lib/contract/deployment";

const TIME_TO_UNDO = 15_000;
const TIME_TO_READ = 20_000;

const toastOf = ({ id }: DeploymentDetail) => `activated ${id}`;

export interface LastUndo {
	/** What taking back the last activation would do; null when there is nothing to take back. */
	does: string | null;
	run: () => void;
	/** Tells that a request was activated, and offers the way back for a while. `deployment` is the one of before. */
	offer: (deployment: DeploymentDetail) => void;
}

/**
 * The way back from the last activation, as long as nothing else has happened to the deployment since. It leads to what
 * was active before: the build that was replaced, else none. The request itself does not come back into the queue.
 */
export function useLastUndo(): LastUndo {
	const decide = useDecide();
	const rollback = useRollback();
	const [last, setLast] = useState<{ does: string; deployment: DeploymentDetail } | null>(null);
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

	const takeBack = async (deployment: DeploymentDetail) => {
		clearTimeout(timer.current);
		setLast(null);
		toast.dismiss(toastOf(deployment));
		const there = `${deployment.design_name} on ${deployment.target}`;
		try {
			const now = await readDeployment(deployment.id);
			if (now.revision !== deployment.revision + 1 || now.status !== "activated") {
				toast.warning(`${there} was left as it is`, {
					description: "It was changed again meanwhile: look at it before you decide.",
					duration: TIME_TO_READ,
				});
				return;
			}
			if (deployment.replaces === null) await decide.mutateAsync({ action: "deactivate", deployment: now });
			else await rollback.mutateAsync(now);
			toast.success(
				deployment.replaces === null
					? `${there} is deactivated again`
					: `The build of before is activated again: ${there}`,
				{ description: "The agents are told; the request does not come back into the queue." },
			);
		} catch (error) {
			toast.error(`${there} could not be taken back`, {
				description: describeError(error),
				duration: TIME_TO_READ,
			});
		}
	};
	const offer = (deployment: DeploymentDetail) => {
		const { replaces, design_name, target } = deployment;
		const does =
			replaces === null
				? `Undo: deactivate ${design_name}`
				: `Undo: back to the build of ${formatDate(replaces.build_date, Date.now())}`;
		clearTimeout(timer.current);
		timer.current = setTimeout(() => setLast(null), TIME_TO_UNDO);
		setLast({ does, deployment });
		toast.success(`Activated ${design_name} on ${target}`, {
			description:
				replaces === null
					? `The agents of ${target} are told to load it.`
					: `The agents of ${target} are told to load it in place of the build of ${formatDate(replaces.build_date, Date.now())}.`,
			id: toastOf(deployment),
			duration: TIME_TO_UNDO,
			action: {
				label: (
					<>
						{does} <Kbd name="u" />
					</>
				),
				onClick: () => void takeBack(deployment),
			},
		});
	};
	return {
		does: last?.does ?? null,
		run: () => {
			if (last !== null) void takeBack(last.deployment);
		},
		offer,
	};
}

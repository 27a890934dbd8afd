import { lazyDialog } from "@/components/kit/ui/lazy-part";
import { useAtHand } from "@/components/kit/ui/use-at-hand";
import { designBuildsQuery } from "@/lib/browser/builds";
import { deploymentsQuery } from "@/lib/browser/deployments";
import { designQuery } from "@/lib/browser/designs";
import { useQuery } from "@/lib/browser/use-query";
import type { FirstSteps } from "./first-steps";

const NewDesignDialog = lazyDialog(() =>
	import("@/components/features/designs/new-design-dialog").then((module) => module.NewDesignDialog),
);
const RequestBuildDialog = lazyDialog(() =>
	import("@/components/features/designs/design/request-build-dialog").then((module) => module.RequestBuildDialog),
);
const TargetDialog = lazyDialog(() =>
	import("@/components/features/targets/target-dialog").then((module) => module.TargetDialog),
);
const RequestDeploymentDialog = lazyDialog(() =>
	import("@/components/features/designs/design/request-deployment-dialog").then(
		(module) => module.RequestDeploymentDialog,
	),
);
const NewAgentKeyDialog = lazyDialog(() =>
	import("@/components/features/targets/new-agent-key-dialog").then((module) => module.NewAgentKeyDialog),
);
const DIALOGS = [
	NewDesignDialog,
	RequestBuildDialog,
	TargetDialog,
	RequestDeploymentDialog,
	NewAgentKeyDialog,
] as const;

export type DialogStep = "design" | "build" | "target" | "deployment" | "agent";

/** Loads the dialogs of the steps in advance. */
export const useDialogsAtHand = (): void => useAtHand(DIALOGS);

export interface StepDialogProps {
	asked: DialogStep;
	steps: FirstSteps;
	onClose: () => void;
}

/**
 * The dialog of a step: the same as on the page of its object, and the steps are there again when
 * it closes.
 */
export function StepDialog({ asked, steps: { designId, deployment }, onClose }: StepDialogProps) {
	switch (asked) {
		case "design":
			return <NewDesignDialog onClose={onClose} onCreated={onClose} />;
		case "target":
			return <TargetDialog target={null} onClose={onClose} onCreated={onClose} />;
		case "agent":
			return deployment === null ? null : (
				<NewAgentKeyDialog target={{ id: deployment.target_id, name: deployment.target }} onClose={onClose} />
			);
		case "build":
			return designId === null ? null : <BuildQuestion designId={designId} onClose={onClose} />;
		case "deployment":
			return designId === null ? null : <DeploymentQuestion designId={designId} onClose={onClose} />;
	}
}

function BuildQuestion({ designId, onClose }: { designId: string; onClose: () => void }) {
	const { data } = useQuery(designQuery(designId));
	return data === undefined ? null : <RequestBuildDialog design={data} onClose={onClose} />;
}

function DeploymentQuestion({ designId, onClose }: { designId: string; onClose: () => void }) {
	const design = useQuery(designQuery(designId));
	const builds = useQuery(designBuildsQuery(designId, false));
	const deployments = useQuery(
		deploymentsQuery({ design_id: designId, status: "requested,activated,deactivated", limit: 100 }),
	);
	const newest = builds.data?.rows.find(({ status }) => status === "done");
	if (design.data === undefined || newest === undefined || deployments.data === undefined) return null;
	return (
		<RequestDeploymentDialog
			design={design.data}
			build={newest}
			deployments={deployments.data.rows}
			onClose={onClose}
		/>
	);
}

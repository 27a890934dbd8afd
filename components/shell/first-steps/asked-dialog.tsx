import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useAtHand } from "@/components/kit/ui/use-at-hand";
import { designBuildsQuery } from "@/lib/browser/builds";
import { deploymentsQuery } from "@/lib/browser/deployments";
import { designQuery } from "@/lib/browser/designs";
import type { FirstSteps } from "./first-steps";

const loadDesign = () => import("@/components/features/designs/new-design-dialog");
const NewDesignDialog = dynamic(() => loadDesign().then((module) => module.NewDesignDialog), { ssr: false });
const loadBuild = () => import("@/components/features/designs/design/request-build-dialog");
const RequestBuildDialog = dynamic(() => loadBuild().then((module) => module.RequestBuildDialog), { ssr: false });
const loadTarget = () => import("@/components/features/targets/target-dialog");
const TargetDialog = dynamic(() => loadTarget().then((module) => module.TargetDialog), { ssr: false });
const loadDeployment = () => import("@/components/features/designs/design/request-deployment-dialog");
const RequestDeploymentDialog = dynamic(() => loadDeployment().then((module) => module.RequestDeploymentDialog), {
	ssr: false,
});
const loadAgentKey = () => import("@/components/features/targets/new-agent-key-dialog");
const NewAgentKeyDialog = dynamic(() => loadAgentKey().then((module) => module.NewAgentKeyDialog), { ssr: false });
const DIALOGS = [loadDesign, loadBuild, loadTarget, loadDeployment, loadAgentKey] as const;

export type Asked = "design" | "build" | "target" | "deployment" | "agent";

/** Loads the dialogs of the steps before somebody asks for one. */
export const useDialogsAtHand = (): void => useAtHand(DIALOGS);

export interface AskedDialogProps {
	asked: Asked;
	steps: FirstSteps;
	onClose: () => void;
}

/**
 * The dialog of a step: the same as on the page of its object, and the steps are there again when
 * it closes.
 */
export function AskedDialog({ asked, steps: { designId, deployment }, onClose }: AskedDialogProps) {
	switch (asked) {
		case "design":
			return <NewDesignDialog open onOpenChange={(open) => open || onClose()} onCreated={onClose} />;
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
			open
			onClose={onClose}
		/>
	);
}

"use client";

import { PencilLine } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import {
	editUnavailable,
	nextStep,
	requestBuildUnavailable,
	requestDeploymentUnavailable,
} from "@/components/features/designs/shared/design-actions";
import { useKeysHeldBack, useShortcuts } from "@/components/kit/keyboard/shortcuts";
import { ActionsMenu } from "@/components/kit/ui/actions-menu";
import { BackLink } from "@/components/kit/ui/back-link";
import { Button, buttonClass } from "@/components/kit/ui/button";
import { Kbd } from "@/components/kit/ui/kbd";
import { lazyDialog } from "@/components/kit/ui/lazy-part";
import { PageHeader } from "@/components/kit/ui/page-header";
import { PageLink } from "@/components/kit/ui/page-link";
import { useAtHand } from "@/components/kit/ui/use-at-hand";
import { useGoTo } from "@/components/kit/ui/use-go-to";
import { useTitle } from "@/components/kit/ui/use-title";
import { isViewed } from "@/lib/browser/embedding";
import type { BuildDetail } from "@/lib/contract/build";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import type { DesignDetail } from "@/lib/contract/design";

const PriceDialog = lazyDialog(() => import("./rename-dialog").then((module) => module.PriceDialog));
const RenameDialog = lazyDialog(() => import("./rename-dialog").then((module) => module.RenameDialog));
const RequestBuildDialog = lazyDialog(() =>
	import("./request-build-dialog").then((module) => module.RequestBuildDialog),
);
const DeleteDialog = lazyDialog(() => import("./delete-dialog").then((module) => module.DeleteDialog));
const DuplicateDialog = lazyDialog(() => import("./duplicate-dialog").then((module) => module.DuplicateDialog));
const RequestDeploymentDialog = lazyDialog(() =>
	import("./request-deployment-dialog").then((module) => module.RequestDeploymentDialog),
);
const DIALOGS = [
	PriceDialog,
	RenameDialog,
	RequestBuildDialog,
	DeleteDialog,
	DuplicateDialog,
	RequestDeploymentDialog,
] as const;

export interface DesignHeaderProps {
	design: DesignDetail;
	newest: BuildDetail | undefined;
	deployments: DeploymentDetail[];
}

type Asking = "build" | "deployment" | "rename" | "price" | "duplicate" | "delete";

/** The design's name and actions, each with a key; the next step is the primary one. */
export function DesignHeader({ design, newest, deployments }: DesignHeaderProps) {
	useAtHand(DIALOGS);
	const [asking, setAsking] = useState<Asking | null>(null);
	const close = () => setAsking(null);
	useTitle(design.name);
	const next = nextStep(design, deployments);
	const uneditable = editUnavailable(design);
	const unbuildable = requestBuildUnavailable(design);
	const undeployable = requestDeploymentUnavailable(design, newest);
	const { permissions } = design;
	const goTo = useGoTo();
	const edit = `/designs/${design.id}/edit`;
	const key = (name: string, does: string, unavailable: string | null, run: () => void) => ({
		keys: [name],
		does,
		unavailable,
		run: () => void (unavailable === null ? run() : toast(unavailable)),
	});
	const keys = [
		key("e", "Edit the design", uneditable, () => goTo(edit)),
		key("b", "Request a build…", unbuildable, () => setAsking("build")),
		key("d", "Request a deployment…", undeployable, () => setAsking("deployment")),
	];
	useShortcuts("This design", isViewed() ? [] : keys);
	useKeysHeldBack(asking !== null);
	const unless = (allowed: boolean, why: string) => (allowed ? null : why);
	return (
		<>
			<PageHeader
				detail
				title={design.name}
				before={<BackLink href="/designs">Designs</BackLink>}
				actions={
					isViewed() ? undefined : (
						<>
							{uneditable === null ? (
								<PageLink
									href={edit}
									aria-keyshortcuts="e"
									className={buttonClass(next === "edit" ? "primary" : "plain")}
								>
									<PencilLine aria-hidden className="size-4" />
									Edit
									{next === "edit" ? <Kbd name="e" /> : null}
								</PageLink>
							) : (
								<Button unavailable={uneditable}>
									<PencilLine aria-hidden className="size-4" />
									Edit
								</Button>
							)}
							<Button
								variant={next === "build" ? "primary" : "plain"}
								{...(next === "build" ? { shortcut: "b" } : {})}
								unavailable={unbuildable}
								onClick={() => setAsking("build")}
							>
								Request build…
							</Button>
							<Button
								variant={next === "deployment" ? "primary" : "plain"}
								{...(next === "deployment" ? { shortcut: "d" } : {})}
								unavailable={undeployable}
								onClick={() => setAsking("deployment")}
							>
								Request deployment…
							</Button>
							<ActionsMenu
								label="More about this design"
								actions={[
									{ label: "Rename…", onSelect: () => setAsking("rename"), unavailable: uneditable },
									{
										label: "Duplicate…",
										onSelect: () => setAsking("duplicate"),
										unavailable: unless(permissions.duplicate, "Visible to you because it's deployed on your target."),
									},
									{
										label: "Set price…",
										onSelect: () => setAsking("price"),
										unavailable: unless(permissions.set_price, "Only operators can set prices."),
									},
									{
										label: "Delete…",
										danger: true,
										onSelect: () => setAsking("delete"),
										unavailable: unless(permissions.delete, "Only its owner and their administrators can delete it."),
									},
								]}
							/>
						</>
					)
				}
			/>
			{asking === "build" ? <RequestBuildDialog design={design} onClose={close} /> : null}
			{newest === undefined || asking !== "deployment" ? null : (
				<RequestDeploymentDialog design={design} build={newest} deployments={deployments} onClose={close} />
			)}
			{asking === "rename" ? <RenameDialog design={design} onClose={close} /> : null}
			{asking === "price" ? <PriceDialog design={design} onClose={close} /> : null}
			{asking === "duplicate" ? <DuplicateDialog design={design} onClose={close} /> : null}
			{asking === "delete" ? <DeleteDialog design={design} onClose={close} /> : null}
		</>
	);
}

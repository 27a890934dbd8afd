import {
	CircleCheck,
	CircleDashed,
	CircleSlash,
	Download,
	Hammer,
	LoaderCircle,
	type LucideIcon,
	OctagonX,
	Pause,
	PencilLine,
	Power,
	ShieldX,
	TriangleAlert,
	Unplug,
} from "lucide-react";
import type { Tone } from "@/components/kit/ui/chip";
import type { BuildStatus } from "@/lib/contract/build";
import type { AgentState, DeploymentStatus } from "@/lib/contract/deployment";
import type { DesignStatus } from "@/lib/contract/design";

/** A status: look, meaning, next step, and who can take it. */
export interface StatusWords {
	word: string;
	icon: LucideIcon;
	tone: Tone;
	turning?: boolean;
	means: string;
	next: string;
}

export const DESIGN_STATUS: Record<DesignStatus, StatusWords> = {
	in_design: {
		word: "in design",
		icon: PencilLine,
		tone: "neutral",
		means: "Saved, not built yet.",
		next: "Anyone who can edit it can request a build.",
	},
	requested: {
		word: "build requested",
		icon: CircleDashed,
		tone: "warn",
		means: "The build is queued. The design is locked until the build ends.",
		next: "The build starts automatically.",
	},
	rejected: {
		word: "build rejected",
		icon: OctagonX,
		tone: "bad",
		means: "The design cannot be built as it is.",
		next: "Fix the problem in the editor, then request a build again.",
	},
	building: {
		word: "building",
		icon: Hammer,
		tone: "accent",
		means: "The targeting file is being built. The design is locked until the build ends.",
		next: "The build finishes automatically.",
	},
	failed: {
		word: "build failed",
		icon: TriangleAlert,
		tone: "bad",
		means: "Every build attempt failed.",
		next: "An operator retries the build or contacts you.",
	},
	built: {
		word: "built",
		icon: CircleCheck,
		tone: "ok",
		means: "Ready to deploy.",
		next: "Request its deployment to a target, or edit it and request a new build.",
	},
};

export const BUILD_STATUS: Record<BuildStatus, StatusWords> = {
	requested: { ...DESIGN_STATUS.requested, word: "requested" },
	building: { ...DESIGN_STATUS.building, icon: LoaderCircle, turning: true },
	done: {
		word: "done",
		icon: CircleCheck,
		tone: "ok",
		means: "The targeting file is complete.",
		next: "You can request its deployment.",
	},
	rejected: { ...DESIGN_STATUS.rejected, word: "rejected" },
	failed: { ...DESIGN_STATUS.failed, word: "failed" },
};

export const DEPLOYMENT_STATUS: Record<DeploymentStatus, StatusWords> = {
	requested: {
		word: "requested",
		icon: CircleDashed,
		tone: "warn",
		means: "Waiting for a decision.",
		next: "An administrator of the target activates or rejects it; the requester can cancel it.",
	},
	activated: {
		word: "activated",
		icon: Power,
		tone: "accent",
		means: "Approved: the target's agents load the file. The chip beside it shows whether they have.",
		next: "An administrator of the target can deactivate or delete it.",
	},
	deactivated: {
		word: "deactivated",
		icon: Pause,
		tone: "neutral",
		means: "Removed from the target's memory. Lookups no longer return it.",
		next: "An administrator of the target can reactivate or delete it.",
	},
	cancelled: {
		word: "cancelled",
		icon: CircleSlash,
		tone: "neutral",
		means: "Cancelled by its requester, or expired.",
		next: "You can request the build for that target again.",
	},
	rejected: {
		word: "rejected",
		icon: OctagonX,
		tone: "bad",
		means: "An administrator of the target declined it.",
		next: "An administrator can still activate it, or you can request it again.",
	},
};

/** An agent's report on a deployment; `silent` stands for agents not seen for 30 seconds. */
export const AGENT_STATE: Record<AgentState["state"] | "silent", StatusWords> = {
	pending: {
		word: "pending",
		icon: CircleDashed,
		tone: "warn",
		means: "The agent knows of the deployment and has not begun to load it.",
		next: "It starts automatically within seconds.",
	},
	downloading: {
		word: "downloading",
		icon: Download,
		tone: "warn",
		means: "The agent is downloading and verifying the file.",
		next: "It then loads the file automatically.",
	},
	loaded: {
		word: "loaded",
		icon: CircleCheck,
		tone: "ok",
		means: "The file is in the agent's memory. Lookups return it.",
		next: "It stays so until the deployment is deactivated, replaced or deleted.",
	},
	failed: {
		word: "failed",
		icon: TriangleAlert,
		tone: "bad",
		means: "The agent could not load the file; its error says why.",
		next: "It retries automatically. The agent's operator fixes the cause.",
	},
	refused: {
		word: "refused",
		icon: ShieldX,
		tone: "bad",
		means: "The agent refused the file: it lacks memory, or the file is damaged.",
		next: "Free memory on the target, or raise the agent's limit.",
	},
	silent: {
		word: "offline",
		icon: Unplug,
		tone: "warn",
		means: "Last seen more than 30 seconds ago. Its last report may be outdated.",
		next: "The agent's operator checks that it is running and can reach this service.",
	},
};

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

/** How a status looks, what it means, what comes next and who can move it. */
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
		next: "Whoever may edit it requests a build.",
	},
	requested: {
		word: "build requested",
		icon: CircleDashed,
		tone: "warn",
		means: "The build waits for a worker; the design is frozen until it ends.",
		next: "The service takes it up by itself.",
	},
	rejected: {
		word: "build rejected",
		icon: OctagonX,
		tone: "bad",
		means: "The service could not build the design as it stands.",
		next: "Mend what the reason names, then request a build again.",
	},
	building: {
		word: "building",
		icon: Hammer,
		tone: "accent",
		means: "The targeting file is being made; the design is frozen until it ends.",
		next: "The service finishes by itself.",
	},
	failed: {
		word: "build failed",
		icon: TriangleAlert,
		tone: "bad",
		means: "Every attempt at the build failed.",
		next: "The operator of the service retries it or gets in touch with you.",
	},
	built: {
		word: "built",
		icon: CircleCheck,
		tone: "ok",
		means: "The newest build can be deployed.",
		next: "Request its deployment to a target, or a new build after an edit.",
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
		next: "Its deployment can be requested.",
	},
	rejected: { ...DESIGN_STATUS.rejected, word: "rejected" },
	failed: { ...DESIGN_STATUS.failed, word: "failed" },
};

export const DEPLOYMENT_STATUS: Record<DeploymentStatus, StatusWords> = {
	requested: {
		word: "requested",
		icon: CircleDashed,
		tone: "warn",
		means: "Waits for a decision.",
		next: "An administrator of the target activates or rejects it; the requester may cancel it.",
	},
	activated: {
		word: "activated",
		icon: Power,
		tone: "accent",
		means: "Approved: the target's agents load the file. Whether they have is said beside it.",
		next: "An administrator of the target may deactivate or delete it.",
	},
	deactivated: {
		word: "deactivated",
		icon: Pause,
		tone: "neutral",
		means: "Taken out of the target's memory; its answers have stopped.",
		next: "An administrator of the target may activate it again or delete it.",
	},
	cancelled: {
		word: "cancelled",
		icon: CircleSlash,
		tone: "neutral",
		means: "Withdrawn by its requester.",
		next: "The build can be requested to that target again.",
	},
	rejected: {
		word: "rejected",
		icon: OctagonX,
		tone: "bad",
		means: "An administrator of the target refused it.",
		next: "They may still activate it; the build can also be requested again.",
	},
};

/** What an agent says of a deployment; `silent` stands for agents that have not been heard from for 30 seconds. */
export const AGENT_STATE: Record<AgentState["state"] | "silent", StatusWords> = {
	pending: {
		word: "pending",
		icon: CircleDashed,
		tone: "warn",
		means: "The agent knows of the deployment and has not begun to load it.",
		next: "It does by itself, within seconds.",
	},
	downloading: {
		word: "downloading",
		icon: Download,
		tone: "warn",
		means: "The agent fetches and verifies the file.",
		next: "It loads it by itself.",
	},
	loaded: {
		word: "loaded",
		icon: CircleCheck,
		tone: "ok",
		means: "The file is in the agent's memory: its lookups are answered.",
		next: "It stays so until the deployment is deactivated, replaced or deleted.",
	},
	failed: {
		word: "failed",
		icon: TriangleAlert,
		tone: "bad",
		means: "The agent could not load the file; its error says why.",
		next: "It tries again; whoever runs the agent mends what the error names.",
	},
	refused: {
		word: "refused",
		icon: ShieldX,
		tone: "bad",
		means: "The agent does not take the file, for want of memory or because it is damaged.",
		next: "Free memory on the target, or raise the agent's limit.",
	},
	silent: {
		word: "silent",
		icon: Unplug,
		tone: "warn",
		means: "The agent has not been heard from for 30 seconds: what it said before may no longer hold.",
		next: "Whoever runs the agent looks whether it runs and reaches this service.",
	},
};

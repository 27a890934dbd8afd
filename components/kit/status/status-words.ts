import type { Tone } from "@/components/kit/ui/chip";
import {
	CalendarClock,
	CircleCheck,
	CircleDashed,
	CircleMinus,
	CircleSlash,
	Contrast,
	Download,
	Eject,
	Hammer,
	LoaderCircle,
	OctagonX,
	PencilLine,
	type RowIcon,
	ShieldX,
	TimerOff,
	TriangleAlert,
	Unplug,
} from "@/components/kit/ui/row-icons";
import type { BuildStatus } from "@/lib/contract/build";
import type { AgentState, DeploymentStatus } from "@/lib/contract/deployment";
import type { DesignStatus } from "@/lib/contract/design";
import type { ReaderState } from "./reader-status";

/** A status: look, meaning, next step, and who can take it. */
export interface StatusWords {
	word: string;
	icon: RowIcon;
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

/** The one status of a deployment for a reader; `contract` is the status behind it. */
export const READER_STATUS: Record<ReaderState, StatusWords & { contract: DeploymentStatus }> = {
	live: {
		word: "Live",
		contract: "activated",
		icon: CircleCheck,
		tone: "ok",
		means: "Every agent has loaded it. Lookups return it.",
		next: "An administrator of the target can deactivate or delete it.",
	},
	partly_live: {
		word: "Partly live",
		contract: "activated",
		icon: Contrast,
		tone: "warn",
		means: "Some agents have loaded it; others are offline or could not.",
		next: "The operator of those agents fixes the cause. They retry automatically.",
	},
	loading: {
		word: "Loading",
		contract: "activated",
		icon: LoaderCircle,
		tone: "accent",
		turning: true,
		means: "Approved. Agents are downloading the file.",
		next: "It goes live automatically, usually within seconds.",
	},
	not_live: {
		word: "Not live",
		contract: "activated",
		icon: TriangleAlert,
		tone: "bad",
		means: "Approved, but no agent serves it: none is there, all are offline, or they could not load it.",
		next: "Start an agent on the target, or fix what its agents report.",
	},
	pending: {
		word: "Pending",
		contract: "requested",
		icon: CircleDashed,
		tone: "warn",
		means: "Waiting for a decision.",
		next: "An administrator of the target activates or rejects it; the requester can cancel it.",
	},
	scheduled: {
		word: "Scheduled",
		contract: "requested",
		icon: CalendarClock,
		tone: "accent",
		means: "Its activation is scheduled.",
		next: "It is activated automatically then. An administrator can activate it earlier.",
	},
	unloading: {
		word: "Unloading",
		contract: "deactivated",
		icon: Eject,
		tone: "warn",
		means: "No longer activated, but agents still hold it and lookups can return it.",
		next: "Agents unload it automatically, or once they are online again.",
	},
	off: {
		word: "Off",
		contract: "deactivated",
		icon: CircleMinus,
		tone: "neutral",
		means: "Deactivated or replaced. Lookups no longer return it.",
		next: "An administrator of the target can reactivate or delete it.",
	},
	rejected: {
		word: "Rejected",
		contract: "rejected",
		icon: OctagonX,
		tone: "bad",
		means: "An administrator of the target declined it.",
		next: "An administrator can still activate it, or you can request it again.",
	},
	cancelled: {
		word: "Cancelled",
		contract: "cancelled",
		icon: CircleSlash,
		tone: "neutral",
		means: "Cancelled by its requester.",
		next: "You can request the build for that target again.",
	},
	expired: {
		word: "Expired",
		contract: "cancelled",
		icon: TimerOff,
		tone: "neutral",
		means: "Nobody decided in time.",
		next: "You can request the build for that target again.",
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
		next: "It stays loaded until the deployment is deactivated, replaced or deleted.",
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

import type { ButtonProps } from "@/components/kit/ui/button";
import { formatBytes, formatDate, formatPlural } from "@/lib/browser/format";
import type { BulkDialogAction } from "@/lib/contract/bulk";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import { isolate } from "@/lib/rules/text/isolate";
import { decisionUnavailable } from "./decision-words";

export interface BulkWords {
	/** The button's name, without the number and the dots. */
	action: string;
	title: (deployments: readonly DeploymentDetail[], what: string) => string;
	consequence: (deployments: readonly DeploymentDetail[]) => string;
	/** The word for a completed one. */
	done: string;
	variant: ButtonProps["variant"];
	field: "message" | "tags" | null;
}

/** Their size and where they are: `120 MB on Northgrid EU (8), Northgrid US (4)`. */
function wholeOf(deployments: readonly DeploymentDetail[]): string {
	if (deployments.length === 0) return "";
	const counts = new Map<string, number>();
	for (const { target } of deployments) counts.set(target, (counts.get(target) ?? 0) + 1);
	const targets = [...counts].map(([target, count]) => `${isolate(target)} (${count})`).join(", ");
	return `${formatBytes(deployments.reduce((sum, { filesize }) => sum + filesize, 0))} on ${targets}.`;
}

const asked = (verb: string) => (deployments: readonly DeploymentDetail[], what: string) =>
	`${verb} ${formatPlural(deployments.length, what)}?`;

export const BULK_WORDS: Record<BulkDialogAction, BulkWords> = {
	activate: {
		action: "Activate",
		title: asked("Activate"),
		consequence: (deployments) => {
			const replacing = deployments.filter(({ replaces }) => replaces !== null).length;
			const words =
				replacing === 0 ? "None of them replaces" : formatPlural(replacing, "of them replaces", "of them replace");
			return `${wholeOf(deployments)} ${words} an active build. Any that changed since you opened this are skipped.`;
		},
		done: "activated",
		variant: "primary",
		field: null,
	},
	reject: {
		action: "Reject",
		title: (deployments) => `Reject ${formatPlural(deployments.length, "request")}?`,
		consequence: (deployments) =>
			`${wholeOf(deployments)} Their requesters will see this reason. You can still activate them later.`,
		done: "rejected",
		variant: "destructive",
		field: "message",
	},
	deactivate: {
		action: "Deactivate",
		title: asked("Deactivate"),
		consequence: (deployments) =>
			`${wholeOf(deployments)} Lookups stop once agents unload the files. You can reactivate them.`,
		done: "deactivated",
		variant: "destructive",
		field: null,
	},
	delete: {
		action: "Delete",
		title: asked("Delete"),
		consequence: (deployments) =>
			`${wholeOf(deployments)} Lookups stop returning those that are active. The deployments are permanently deleted.`,
		done: "deleted",
		variant: "destructive",
		field: null,
	},
	tag: {
		action: "Tag",
		title: (deployments, what) => {
			const [only] = deployments;
			return only !== undefined && deployments.length === 1
				? `Tags of ${isolate(only.design_name)} on ${isolate(only.target)}`
				: `Tags of ${formatPlural(deployments.length, what)}`;
		},
		consequence: () => "Replaces each one's current tags. Agents with tags load only deployments that share a tag.",
		done: "tagged",
		variant: "primary",
		field: "tags",
	},
};

export interface ExcludedDeployment {
	deployment: DeploymentDetail;
	reason: string;
}

/** Splits the selection into those that the action can be taken on, and the rest with reasons. */
export function splitForBulk(
	action: BulkDialogAction,
	chosen: readonly DeploymentDetail[],
): { able: DeploymentDetail[]; leftOut: ExcludedDeployment[] } {
	const able: DeploymentDetail[] = [];
	const leftOut: ExcludedDeployment[] = [];
	for (const deployment of chosen) {
		const reason = decisionUnavailable(action, deployment);
		if (reason === null) able.push(deployment);
		else leftOut.push({ deployment, reason });
	}
	if (action !== "activate") return { able, leftOut };
	const placeOf = ({ design_id, target_id }: DeploymentDetail) => `${design_id} ${target_id}`;
	const newest = new Map<string, DeploymentDetail>();
	for (const one of able) {
		const known = newest.get(placeOf(one));
		if (known === undefined || one.build_date > known.build_date) newest.set(placeOf(one), one);
	}
	const newerThan = (one: DeploymentDetail) => {
		const known = newest.get(placeOf(one));
		return known !== undefined && known.build_date > one.build_date ? known : undefined;
	};
	return {
		able: able.filter((one) => newerThan(one) === undefined),
		leftOut: leftOut.concat(
			able.flatMap((deployment) => {
				const newer = newerThan(deployment);
				return newer === undefined ? [] : [{ deployment, reason: supersededBy(newer) }];
			}),
		),
	};
}

const supersededBy = ({ target, build_date }: DeploymentDetail) =>
	`A newer build of it for ${isolate(target)} is selected too, built ${formatDate(build_date, Date.now())}.`;

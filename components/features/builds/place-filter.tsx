"use client";

import { ManyChoice } from "@/components/kit/table/many-choice";
import { targetsQuery } from "@/lib/browser/targets";
import { useQuery } from "@/lib/browser/use-query";
import type { DeploymentStatusFilter } from "@/lib/contract/build";
import { DEPLOYMENT_STATUS_FILTERS } from "@/lib/contract/constants";

const STATUS_WORDS: Record<DeploymentStatusFilter, string> = {
	activated: "Activated",
	deactivated: "Off",
	requested: "Pending, scheduled",
	requested_replacement: "Pending, replaces another",
	out_of_date: "Out of date: a newer build exists",
	undeployed: "Not deployed",
};

interface Places {
	deployment_status: DeploymentStatusFilter[];
	deployment_target: string[];
}

export interface PlaceFilterProps {
	values: Places;
	change: (places: Partial<Places>) => void;
}

/** Filters builds by the status of their deployments, and by the targets that have it. */
export function PlaceFilter({ values, change }: PlaceFilterProps) {
	const { data: targets } = useQuery(targetsQuery());
	return (
		<div className="flex flex-wrap gap-2">
			<ManyChoice
				label="Deployment"
				options={DEPLOYMENT_STATUS_FILTERS.map((value) => ({ value, label: STATUS_WORDS[value] }))}
				values={values.deployment_status}
				restWord="any"
				onChange={(deployment_status) => change({ deployment_status })}
			/>
			{values.deployment_status.length === 0 ? null : (
				<ManyChoice
					label="Target"
					options={(targets?.rows ?? []).map(({ slug, name }) => ({ value: slug, label: name }))}
					values={values.deployment_target}
					restWord="any"
					onChange={(deployment_target) => change({ deployment_target })}
				/>
			)}
		</div>
	);
}

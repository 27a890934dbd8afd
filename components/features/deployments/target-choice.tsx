"use client";

import { AnyChoice } from "@/components/kit/table/list-filter";
import { targetNamesQuery } from "@/lib/browser/targets";
import { useQuery } from "@/lib/browser/use-query";
import type { Target } from "@/lib/contract/target";

export interface TargetChoiceProps {
	value: string | null;
	onChange: (id: string | null) => void;
	/** Whether only the user's own are offered. */
	administered?: boolean;
}

/** A filter by target. */
export function TargetChoice({ administered = false, ...own }: TargetChoiceProps) {
	const offered = useTargets().filter((target) => target.administered || !administered);
	return <AnyChoice label="Target" options={offered.map(({ id, name }) => ({ value: id, label: name }))} {...own} />;
}

/** A filter by the targets' type. */
export function TargetTypeChoice(own: Pick<TargetChoiceProps, "value" | "onChange">) {
	const types = [...new Set(useTargets().map(({ type }) => type))].sort();
	return <AnyChoice label="Target type" options={types.map((type) => ({ value: type, label: type }))} {...own} />;
}

const useTargets = (): readonly Target[] => useQuery(targetNamesQuery()).data?.rows ?? [];

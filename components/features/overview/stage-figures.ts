import type { FigureProps } from "@/components/kit/ui/figure";
import type { DesignStages, Overview } from "@/lib/contract/overview";

/** How many of a designer's designs or requests are at a stage, with the list that has them. */
export interface StageFigure {
	readonly label: string;
	readonly count: number;
	readonly href: string;
	readonly tone?: FigureProps["tone"];
}

const DESIGNS: readonly (Omit<StageFigure, "count"> & { readonly key: keyof DesignStages })[] = [
	{ key: "in_design", label: "In design", href: "/designs?mine=true&status=in_design" },
	{ key: "building", label: "Building", href: "/designs?mine=true&status=requested%2Cbuilding" },
	{ key: "not_built", label: "Not built", href: "/designs?mine=true&status=failed%2Crejected", tone: "bad" },
	{ key: "built", label: "Ready to deploy", href: "/designs?mine=true&status=built&live=false" },
	{ key: "live", label: "Deployed", href: "/designs?mine=true&live=true" },
];

/** The stages that have any, in their order. One design may wait for the approval of several requests. */
export function stageFigures(stages: DesignStages, { my_requests }: Overview["waiting"]): StageFigure[] {
	const designs = DESIGNS.map(({ key, ...figure }) => ({ ...figure, count: stages[key] }));
	const waiting = { label: "Waiting for approval", count: my_requests.total, href: my_requests.link };
	return designs.toSpliced(-1, 0, waiting).filter(({ count }) => count > 0);
}

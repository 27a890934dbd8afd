import type { ViewPage } from "@/lib/contract/view";
import type { PersonaName } from "@/lib/tools/seed/cast";

export interface PlannedView {
	/** Before the seed. */
	readonly day: number;
	readonly owner: PersonaName;
	readonly page: ViewPage;
	readonly name: string;
	readonly query: string;
	readonly shared: boolean;
}

export const VIEWS: readonly PlannedView[] = [
	{
		day: 62.3,
		owner: "designer",
		page: "/designs",
		name: "Needs attention",
		query: "status=rejected,failed",
		shared: true,
	},
	{
		day: 61.9,
		owner: "designer",
		page: "/designs",
		name: "Mine, live now",
		query: "mine=true&live=true",
		shared: false,
	},
	{
		day: 30.2,
		owner: "colleague",
		page: "/builds",
		name: "Out of date",
		query: "deployment_status=out_of_date",
		shared: true,
	},
	{
		day: 55.4,
		owner: "administrator",
		page: "/deployments",
		name: "Largest first",
		query: "status=activated&sort=build_size&order=desc",
		shared: true,
	},
	{
		day: 20.1,
		owner: "administrator",
		page: "/deployments",
		name: "Scheduled to end",
		query: "status=activated&scheduled=true",
		shared: false,
	},
	{
		day: 44.8,
		owner: "operator",
		page: "/audit",
		name: "People and their sign-ins",
		query: "object_type=user",
		shared: true,
	},
];

import { createColumns } from "@/components/kit/table/table-columns";
import { ActionsMenu } from "@/components/kit/ui/actions-menu";
import { RelativeTime } from "@/components/kit/ui/relative-time";
import { formatCount } from "@/lib/browser/format";
import type { PlaceCategory } from "@/lib/contract/place";
import { isolate } from "@/lib/rules/text/isolate";

export type CategoryAction = "upload" | "edit" | "delete";

/** The columns of place categories. */
export const categoryColumns = (onAsk: (asked: CategoryAction, category: PlaceCategory) => void) =>
	createColumns<PlaceCategory>([
		{
			id: "name",
			header: "Category",
			width: "w-auto",
			phone: "name",
			cell: ({ name }) => (
				<bdi title={name} className="block truncate font-medium">
					{name}
				</bdi>
			),
		},
		{
			id: "sensitive",
			header: "Sensitive",
			width: "w-36",
			phone: "status",
			cell: ({ sensitive }) =>
				sensitive ? (
					<span className="text-warn">sensitive</span>
				) : (
					<span className="text-muted max-md:sr-only">no</span>
				),
		},
		{
			id: "places",
			header: "Places",
			width: "w-28",
			number: true,
			phone: "detail",
			cell: ({ place_count: count }) =>
				count === 0 ? (
					<span className="text-muted">no places yet</span>
				) : (
					<span>
						{formatCount(count)}
						<span className="md:hidden"> {count === 1 ? "place" : "places"}</span>
					</span>
				),
		},
		{
			id: "updated",
			header: "Updated",
			width: "w-28",
			number: true,
			phone: "detail",
			cell: ({ updated_at }) => <RelativeTime iso={updated_at} />,
		},
		{
			id: "actions",
			header: "Actions",
			width: "w-18",
			number: true,
			phone: "menu",
			cell: (category) => (
				<ActionsMenu
					variant="quiet"
					label={`Actions on ${isolate(category.name)}`}
					actions={[
						{ label: "Upload places…", onSelect: () => onAsk("upload", category) },
						{ label: "Change…", onSelect: () => onAsk("edit", category) },
						{ label: "Delete…", onSelect: () => onAsk("delete", category), danger: true },
					]}
				/>
			),
		},
	]);

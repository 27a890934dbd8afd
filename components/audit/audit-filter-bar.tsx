import { FilterPopover } from "@/components/table/filter-popover";
import { DayFilter } from "@/components/table/range-filter";
import { TextFilter } from "@/components/table/text-filter";
import { Button } from "@/components/ui/button";
import { Choice, FilterBar } from "@/components/ui/filter-bar";
import { AUDIT_OBJECT_TYPES } from "@/lib/contract/constants";
import type { AuditListState } from "./audit-filters";
import { ACTIONS } from "./change-words";

const ANY = "any";
/** Filters that links of other pages set; here they can only be taken away. */
const LINKED = [
	{ key: "design_id", label: "Design" },
	{ key: "target_id", label: "Target" },
] as const;

/** Every filter of the audit. */
export function AuditFilterBar({ place }: { place: AuditListState }) {
	const { values, change, narrowed, reset } = place;
	return (
		<FilterBar label="Filter the audit">
			<TextFilter
				label="Who"
				value={values.actor}
				hint="The e-mail, whole, or the id of who acted."
				onChange={(actor) => change({ actor })}
			/>
			<Choice
				label="Did"
				value={values.action ?? ANY}
				rest={ANY}
				options={[{ value: ANY, label: "anything" }, ...ACTIONS]}
				onChange={(action) => change({ action: action === ANY ? null : action })}
			/>
			<Choice
				label="To"
				value={values.object_type ?? ANY}
				rest={ANY}
				options={[
					{ value: ANY, label: "anything" },
					...AUDIT_OBJECT_TYPES.map((value) => ({ value: value as string, label: value.replaceAll("_", " ") })),
				]}
				onChange={(type) => change({ object_type: AUDIT_OBJECT_TYPES.find((known) => known === type) ?? null })}
			/>
			<DayFilter
				label="When"
				min={values.since}
				max={values.until}
				onChange={({ min, max }) => change({ since: min, until: max })}
			/>
			<TextFilter
				label="Object id"
				value={values.object_id}
				hint="The whole id of a design, a build, a deployment, a person …"
				onChange={(id) => change({ object_id: id })}
			/>
			{LINKED.filter(({ key }) => values[key] !== null).map(({ key, label }) => (
				<FilterPopover key={key} label={label} value="one" onClear={() => change({ [key]: null })}>
					{() => <p>Only what concerns one {label.toLowerCase()} is shown.</p>}
				</FilterPopover>
			))}
			{narrowed ? (
				<Button variant="link" onClick={reset}>
					Reset
				</Button>
			) : null}
		</FilterBar>
	);
}

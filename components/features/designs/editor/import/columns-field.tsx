"use client";

import { useId } from "react";
import { ColumnsTable } from "../addresses/columns-table";
import type { PageRole, ShownColumns } from "./shown-columns";

const WORDS: Readonly<Record<Exclude<PageRole, "unit">, string>> = {
	latitude: "Latitude",
	longitude: "Longitude",
	coordinates: "Latitude and longitude",
	wkt: "Shape (WKT)",
	radius: "Radius",
	name: "Name",
	id: "Id",
	address: "Address",
	property: "Property",
	ignored: "Ignored",
};
const MUTED = ["property", "ignored"] as const;
/** Several columns may be taken as these. */
const REPEATED: readonly PageRole[] = ["address", ...MUTED];

export interface ColumnsFieldProps {
	columns: ShownColumns;
	/** Whether they tell where geofences are. */
	isRead: boolean;
	/** Whether a person has changed what they are taken as. */
	isChosen: boolean;
	/** Whether the table has no header row. */
	isNumbered: boolean;
	onRoles: (roles: readonly PageRole[]) => void;
}

/** What each column of a table was taken as; it is read again where a person takes it as something else. */
export function ColumnsField({ columns, isRead, isChosen, isNumbered, onRoles }: ColumnsFieldProps) {
	const title = useId();
	const { headings, sample, roles } = columns;
	const words = roles.includes("unit") ? { ...WORDS, unit: "Unit of the radius" } : WORDS;
	const change = (index: number, role: PageRole) =>
		onRoles(
			roles.map((own, at) => {
				if (at === index) return role;
				// All other fields are of one column; a pair of coordinates is in one column or two.
				return (own === role && !REPEATED.includes(role)) || excludes(role, own) ? "property" : own;
			}),
		);
	return (
		<section aria-labelledby={title} className="grid grid-cols-1 gap-2">
			<h3 id={title} className="font-medium">
				{isRead
					? "Columns"
					: roles.includes("address")
						? "We found addresses, but no coordinates."
						: "We couldn’t find latitude and longitude. Which columns are they?"}
			</h3>
			{isNumbered ? <p className="text-small text-warn">{numberedInWords(columns)}</p> : null}
			<ColumnsTable
				{...{ headings, sample, roles, words }}
				muted={MUTED}
				isOpen={(index) => isNameable(headings, index)}
				onRole={change}
			/>
			{isChosen && !isNumbered ? (
				<p className="text-muted text-small">Remembered for your organization on import.</p>
			) : null}
		</section>
	);
}

const PAIR: readonly PageRole[] = ["latitude", "longitude"];

function excludes(role: PageRole, other: PageRole): boolean {
	if (role === "coordinates") return PAIR.includes(other);
	return PAIR.includes(role) && other === "coordinates";
}

/** `No header row: column 2 was read as latitude, column 3 as longitude.` */
function numberedInWords({ roles }: ShownColumns): string {
	const told = roles.flatMap((role, index) =>
		MUTED.some((own) => own === role)
			? []
			: [`column ${index + 1} as ${WORDS[role as keyof typeof WORDS].toLowerCase()}`],
	);
	return `This table has no header row.${told.length === 0 ? "" : ` We read ${told.join(", ")}.`}`;
}

/** A column is named by its heading, which must be there once, on one line, and no longer than the service keeps. */
function isNameable(headings: readonly string[], index: number): boolean {
	const heading = (headings[index] ?? "").trim();
	return (
		/^[^\p{Cc}\u2028\u2029]{1,100}$/u.test(heading) && headings.filter((other) => other.trim() === heading).length === 1
	);
}

"use client";

import { useMemo, useState } from "react";
import { Button } from "@/components/kit/ui/button";
import { Dialog, DialogActions, DialogBody } from "@/components/kit/ui/dialog";
import { controlClass, Field } from "@/components/kit/ui/field";
import { Notice } from "@/components/kit/ui/notice";
import { formatPlural } from "@/lib/browser/format";
import { GEOFENCE_LIMITS, type Geofence } from "@/lib/rules/geofences/geofence";
import { asSentence } from "@/lib/rules/text/as-sentence";
import { isolate } from "@/lib/rules/text/isolate";
import { AddressLine } from "./address-line";
import { AddressList } from "./address-list";
import { type AddressRow, circlesOf, MOST_ROWS, rowsOfTable } from "./address-rows";
import { type Role, readAddressTable } from "./address-table";
import { ColumnRoles } from "./column-roles";
import { useAddressSearch } from "./use-address-search";

const RADIUS = 150;

export interface AddressesDialogProps {
	setName: string;
	onAdd: (fences: Geofence[]) => void;
	onClose: () => void;
}

/** Makes circles of a list of addresses, whose positions the geocoder knows. */
export function AddressesDialog({ setName, onAdd, onClose }: AddressesDialogProps) {
	const [text, setText] = useState("");
	const [radius, setRadius] = useState(String(RADIUS));
	const [rows, setRows] = useState<readonly AddressRow[]>([]);
	const change = (at: number, row: AddressRow) => setRows((now) => now.map((one, place) => (place === at ? row : one)));
	const search = useAddressSearch(rows, change);
	const meters = Number(radius);
	const isRadius = radius.trim() !== "" && meters >= GEOFENCE_LIMITS.minRadius && meters <= GEOFENCE_LIMITS.maxRadius;
	const ready = rows.filter(({ place }) => place !== null).length;
	const open = rows.filter(({ state }) => state === "not_asked").length;
	const table = useMemo(() => readAddressTable(text), [text]);
	const [chosen, setChosen] = useState<readonly Role[] | null>(null);
	const roles = chosen?.length === table.roles.length ? chosen : table.roles;
	const listed = rowsOfTable(table, roles).slice(0, MOST_ROWS);
	const begin = () => {
		setRows(listed);
		void search.run(listed);
	};
	return (
		<Dialog onClose={onClose} wide title={`Add addresses to ${isolate(setName)}`}>
			<DialogBody>
				<Field label="Radius (meters)" error={isRadius ? null : "Enter a number of meters."} live>
					{(control) => (
						<input
							{...control}
							inputMode="decimal"
							value={radius}
							onChange={(event) => setRadius(event.target.value)}
							className={controlClass()}
						/>
					)}
				</Field>
				{rows.length === 0 ? (
					<>
						<AddressList text={text} onText={setText} />
						{roles.length > 1 ? <ColumnRoles table={table} roles={roles} onRoles={setChosen} /> : null}
					</>
				) : (
					<ol aria-label="Addresses" className="divide-y divide-line">
						{rows.map((row, at) => (
							<AddressLine
								// biome-ignore lint/suspicious/noArrayIndexKey: rows keep their places
								key={at}
								row={row}
								number={at + 1}
								isBusy={search.running}
								onRow={(next) => change(at, next)}
							/>
						))}
					</ol>
				)}
				<p role="status" className="text-muted text-small empty:hidden">
					{rows.length === 0 ? "" : outcomeOf(rows, search.running)}
				</p>
				{search.problem === null ? null : (
					<Notice kind="bad" alert>
						{asSentence(search.problem)}
					</Notice>
				)}
			</DialogBody>
			<DialogActions>
				<Button onClick={onClose}>Cancel</Button>
				{rows.length === 0 ? (
					<Button variant="primary" onClick={begin} unavailable={listed.length === 0 ? "Enter addresses first." : null}>
						{listed.length === 0 ? "Find addresses" : `Find ${formatPlural(listed.length, "address", "addresses")}`}
					</Button>
				) : (
					<>
						{open === 0 && !search.running ? null : (
							<Button onClick={() => void search.run()} pending={search.running}>
								Search again
							</Button>
						)}
						<Button
							variant="primary"
							onClick={() => onAdd(circlesOf(rows, meters))}
							unavailable={
								search.running
									? "Addresses are being searched."
									: ready === 0 || !isRadius
										? "No address has a place yet."
										: null
							}
						>
							Add {formatPlural(ready, "geofence")}
						</Button>
					</>
				)}
			</DialogActions>
		</Dialog>
	);
}

function outcomeOf(rows: readonly AddressRow[], running: boolean): string {
	const count = (state: AddressRow["state"]) => rows.filter((row) => row.state === state).length;
	const parts = [
		`${count("found")} found`,
		...(count("ambiguous") > 0 ? [`${count("ambiguous")} ambiguous`] : []),
		...(count("not_found") > 0 ? [`${count("not_found")} not found`] : []),
		...(count("not_asked") > 0 ? [`${count("not_asked")} ${running ? "to go" : "not searched"}`] : []),
	];
	return parts.join(" · ");
}

"use client";

import { useMemo, useState } from "react";
import { Button } from "@/components/kit/ui/button";
import { Dialog, DialogActions, DialogBody } from "@/components/kit/ui/dialog";
import { controlClass, Field } from "@/components/kit/ui/field";
import { formatPlural } from "@/lib/browser/format";
import { GEOFENCE_LIMITS, type Geofence } from "@/lib/rules/geofences/geofence";
import { isolate } from "@/lib/rules/text/isolate";
import { AddressList } from "./address-list";
import { AddressResults, SearchAgain } from "./address-results";
import { circlesOf, MOST_ROWS, rowsOfTable } from "./address-rows";
import { type Role, readAddressTable } from "./address-table";
import { ColumnsTable } from "./columns-table";
import { useAddressRows } from "./use-address-rows";

const RADIUS = 150;
const WORDS: Readonly<Record<Role, string>> = { address: "Address", name: "Name", other: "Other" };

export interface AddressesDialogProps {
	setName: string;
	onAdd: (fences: Geofence[]) => void;
	onClose: () => void;
}

/** Makes circles of a list of addresses, whose positions the geocoder knows. */
export function AddressesDialog({ setName, onAdd, onClose }: AddressesDialogProps) {
	const [text, setText] = useState("");
	const [radius, setRadius] = useState(String(RADIUS));
	const addresses = useAddressRows();
	const { rows, search, ready } = addresses;
	const meters = Number(radius);
	const isRadius = radius.trim() !== "" && meters >= GEOFENCE_LIMITS.minRadius && meters <= GEOFENCE_LIMITS.maxRadius;
	const table = useMemo(() => readAddressTable(text), [text]);
	const [chosen, setChosen] = useState<readonly Role[] | null>(null);
	const roles = chosen?.length === table.roles.length ? chosen : table.roles;
	const listed = rowsOfTable(table, roles).slice(0, MOST_ROWS);
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
						{roles.length > 1 ? (
							<ColumnsTable
								headings={table.headings ?? roles.map(() => "")}
								sample={table.rows}
								roles={roles}
								words={WORDS}
								muted={["other"]}
								onRole={(index, role) => setChosen(roles.map((own, at) => (at === index ? role : own)))}
							/>
						) : null}
					</>
				) : null}
				<AddressResults addresses={addresses} />
			</DialogBody>
			<DialogActions>
				<Button onClick={onClose}>Cancel</Button>
				{rows.length === 0 ? (
					<Button
						variant="primary"
						onClick={() => addresses.begin(listed)}
						unavailable={listed.length === 0 ? "Enter addresses first." : null}
					>
						{listed.length === 0 ? "Find addresses" : `Find ${formatPlural(listed.length, "address", "addresses")}`}
					</Button>
				) : (
					<>
						<SearchAgain addresses={addresses} />
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

"use client";

import { Crosshair } from "lucide-react";
import { type FormEvent, useEffect, useEffectEvent, useState } from "react";
import { PlaceField } from "@/components/kit/map/place-field";
import { NO_MAP } from "@/components/kit/map/use-map";
import { Button } from "@/components/kit/ui/button";
import { Card } from "@/components/kit/ui/card";
import { controlClass, Field } from "@/components/kit/ui/field";
import { useNow } from "@/components/kit/ui/relative-time";
import { useLookupTest } from "@/lib/browser/design-editing";
import { formatDate } from "@/lib/browser/format";
import type { BuildDetail } from "@/lib/contract/build";
import type { DesignDetail } from "@/lib/contract/design";
import type { LookupTest } from "@/lib/contract/lookup-test";
import type { Position } from "@/lib/rules/geofences/geofence";
import { DeviceField, LookupAnswer, PositionFields, usePositionText } from "./lookup-fields";

export interface TestCardProps {
	design: DesignDetail;
	builds: readonly BuildDetail[];
	/** The position marked on the map. */
	probe: Position | null;
	onProbe: (position: Position | null) => void;
	/** Whether a click on the map tests that position. */
	aiming: boolean;
	onAim: (aiming: boolean) => void;
	/** Whether the map is there. */
	mapped: boolean;
}

/** Tests what an agent would answer for a point or a device, by the draft or any build. */
export function TestCard({ design, builds, probe, onProbe, aiming, onAim, mapped }: TestCardProps) {
	const now = useNow();
	const test = useLookupTest();
	const current = design.permissions.see_contents;
	const done = builds.filter(({ status }) => status === "done");
	const [picked, setAgainst] = useState<string | null>(null);
	const against = picked ?? (current ? "current" : (done[0]?.id ?? ""));
	const [device, setDevice] = useState("");
	const [deviceProblem, setDeviceProblem] = useState<string | null>(null);
	const text = usePositionText(null);
	const proximity = design.type === "proximity";
	const onMap =
		proximity && current && (design.contents?.some(({ geofences }) => (geofences?.count ?? 0) > 0) ?? false);
	const build = against === "current" ? {} : { build_id: against };

	const ask = (about: LookupTest) => test.mutate({ design_id: design.id, body: { ...about, ...build } });
	const testPoint = ([east, north]: Position) => ask({ latitude: north, longitude: east });
	const shown = useEffectEvent((position: Position) => {
		const [east, north] = position;
		if (Number(text.latitude) === north && Number(text.longitude) === east) return;
		text.type({ latitude: north.toFixed(6), longitude: east.toFixed(6) });
		testPoint(position);
	});
	useEffect(() => {
		if (probe !== null) shown(probe);
	}, [probe]);

	const submit = (event: FormEvent) => {
		event.preventDefault();
		if (!proximity) {
			const id = device.trim();
			setDeviceProblem(id === "" ? "Enter a device id." : null);
			if (id !== "") ask({ device_id: id });
			return;
		}
		const position = text.read();
		if (position === null) return;
		onProbe(position);
		testPoint(position);
	};
	return (
		<Card title={proximity ? "Test a point" : "Test a device id"}>
			<form onSubmit={submit} className="grid gap-3 p-3" noValidate>
				{proximity ? (
					<PlaceField label="Find a place" onPlace={({ longitude, latitude }) => onProbe([longitude, latitude])} />
				) : null}
				<div className="grid gap-3 sm:grid-cols-2">
					{proximity ? (
						<PositionFields text={text} />
					) : (
						<DeviceField
							value={device}
							onChange={(id) => {
								setDevice(id);
								setDeviceProblem(null);
							}}
							error={deviceProblem}
						/>
					)}
					<Field label="Test">
						{(control) => (
							<select
								{...control}
								value={against}
								onChange={(event) => setAgainst(event.target.value)}
								className={controlClass()}
							>
								{current ? <option value="current">current draft</option> : null}
								{done.map((row) => (
									<option key={row.id} value={row.id}>
										build of {formatDate(row.completed_at ?? row.requested_at, now)}, {row.id.slice(0, 8)}
									</option>
								))}
							</select>
						)}
					</Field>
				</div>
				<div className="flex flex-wrap gap-2">
					<Button type="submit" pending={test.isPending} unavailable={against === "" ? "No build yet." : null}>
						{proximity ? "Test this point" : "Test this device id"}
					</Button>
					{onMap ? (
						<Button
							variant="quiet"
							aria-pressed={aiming}
							unavailable={mapped ? null : NO_MAP}
							onClick={() => onAim(!aiming)}
						>
							<Crosshair aria-hidden className="size-4" />
							{aiming ? "Click the map to test" : "Select on map"}
						</Button>
					) : null}
				</div>
			</form>
			<LookupAnswer test={test} design={design} className="px-3 pb-3" />
		</Card>
	);
}

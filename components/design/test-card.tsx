"use client";

import { Crosshair } from "lucide-react";
import { type ClipboardEvent, type FormEvent, useEffect, useEffectEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { controlClass, Field } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import { useNow } from "@/components/ui/relative-time";
import { describeError } from "@/lib/client/api-error";
import { useLookupTest } from "@/lib/client/design-editing";
import { formatDate } from "@/lib/client/format";
import type { BuildDetail } from "@/lib/contract/build";
import type { DesignDetail } from "@/lib/contract/design";
import type { Position } from "@/lib/geofences/geofence";
import { readDegrees, readPair } from "./read-position";
import { TestResult } from "./test-result";

export interface TestCardProps {
	design: DesignDetail;
	builds: readonly BuildDetail[];
	/** The position that the map marks. */
	probe: Position | null;
	onProbe: (position: Position | null) => void;
	/** Whether a press on the map tests the place. */
	aiming: boolean;
	onAim: (aiming: boolean) => void;
}

/** Asks the design what an agent would answer: for a point or a device, now or from any build. */
export function TestCard({ design, builds, probe, onProbe, aiming, onAim }: TestCardProps) {
	const now = useNow();
	const test = useLookupTest(design.id);
	const current = design.permissions.see_contents;
	const done = builds.filter(({ status }) => status === "done");
	const [picked, setAgainst] = useState<string | null>(null);
	const against = picked ?? (current ? "current" : (done[0]?.id ?? ""));
	const [problems, setProblems] = useState<Record<string, string>>({});
	const [device, setDevice] = useState("");
	const [latitude, setLatitude] = useState("");
	const [longitude, setLongitude] = useState("");
	const proximity = design.type === "proximity";
	const onMap =
		proximity && current && (design.contents?.some(({ geofences }) => (geofences?.count ?? 0) > 0) ?? false);
	const build = against === "current" ? {} : { build_id: against };

	const testPoint = ([east, north]: Position) => {
		setProblems({});
		test.mutate({ latitude: north, longitude: east, ...build });
	};
	const shown = useEffectEvent((position: Position) => {
		const [east, north] = position;
		if (Number(latitude) === north && Number(longitude) === east) return;
		setLatitude(north.toFixed(6));
		setLongitude(east.toFixed(6));
		testPoint(position);
	});
	useEffect(() => {
		if (probe !== null) shown(probe);
	}, [probe]);

	const submit = (event: FormEvent) => {
		event.preventDefault();
		if (!proximity) {
			const id = device.trim();
			setProblems(id === "" ? { device: "Type the id of a device." } : {});
			if (id !== "") test.mutate({ device_id: id, ...build });
			return;
		}
		const north = readDegrees(latitude, "latitude");
		const east = readDegrees(longitude, "longitude");
		if (typeof north === "string" || typeof east === "string") {
			setProblems({
				...(typeof north === "string" ? { latitude: north } : {}),
				...(typeof east === "string" ? { longitude: east } : {}),
			});
			return;
		}
		onProbe([east, north]);
		testPoint([east, north]);
	};
	const paste = (event: ClipboardEvent) => {
		const pair = readPair(event.clipboardData.getData("text"));
		if (pair === null) return;
		event.preventDefault();
		setLatitude(String(pair[1]));
		setLongitude(String(pair[0]));
	};
	return (
		<Card title={proximity ? "Test a point" : "Test a device id"}>
			<form onSubmit={submit} className="grid gap-3 p-3" noValidate>
				<div className="grid gap-3 sm:grid-cols-2">
					{proximity ? (
						<>
							<Field label="Latitude" error={problems.latitude}>
								{(control) => (
									<input
										{...control}
										inputMode="decimal"
										value={latitude}
										onChange={(event) => setLatitude(event.target.value)}
										onPaste={paste}
										className={controlClass("font-mono")}
									/>
								)}
							</Field>
							<Field label="Longitude" error={problems.longitude}>
								{(control) => (
									<input
										{...control}
										inputMode="decimal"
										value={longitude}
										onChange={(event) => setLongitude(event.target.value)}
										onPaste={paste}
										className={controlClass("font-mono")}
									/>
								)}
							</Field>
						</>
					) : (
						<Field label="Device id" error={problems.device}>
							{(control) => (
								<input
									{...control}
									value={device}
									maxLength={100}
									spellCheck={false}
									onChange={(event) => setDevice(event.target.value)}
									className={controlClass("font-mono")}
								/>
							)}
						</Field>
					)}
					<Field label="Against">
						{(control) => (
							<select
								{...control}
								value={against}
								onChange={(event) => setAgainst(event.target.value)}
								className={controlClass()}
							>
								{current ? <option value="current">the contents as they are saved</option> : null}
								{done.map((row) => (
									<option key={row.id} value={row.id}>
										the build of {formatDate(row.completed_at ?? row.requested_at, now)}, {row.id.slice(0, 8)}
									</option>
								))}
							</select>
						)}
					</Field>
				</div>
				<div className="flex flex-wrap gap-2">
					<Button type="submit" pending={test.isPending} unavailable={against === "" ? "There is no build yet." : null}>
						{proximity ? "Test this point" : "Test this device id"}
					</Button>
					{onMap ? (
						<Button variant="quiet" aria-pressed={aiming} onClick={() => onAim(!aiming)}>
							<Crosshair aria-hidden className="size-4" />
							{aiming ? "Press on the map to test" : "Pick on the map"}
						</Button>
					) : null}
				</div>
			</form>
			<div role="status" className="grid gap-2 px-3 pb-3 empty:hidden">
				{test.error === null ? null : <Notice kind="bad">{describeError(test.error)}</Notice>}
				{test.data === undefined ? null : <TestResult result={test.data} design={design} />}
			</div>
		</Card>
	);
}

"use client";

import { type ClipboardEvent, useState } from "react";
import { readDegrees, readPair } from "@/components/features/designs/shared/read-position";
import { cx } from "@/components/kit/ui/cx";
import { controlClass, Field } from "@/components/kit/ui/field";
import { Notice } from "@/components/kit/ui/notice";
import { describeError } from "@/lib/browser/api-error";
import type { useLookupTest } from "@/lib/browser/design-editing";
import type { DesignDetail } from "@/lib/contract/design";
import type { Position } from "@/lib/rules/geofences/geofence";
import { TestResult } from "./test-result";

/** A position as it is typed. */
export interface PositionText {
	latitude: string;
	longitude: string;
	problems: { latitude?: string; longitude?: string };
	/** Null while it is invalid. */
	position: Position | null;
	type: (text: { latitude?: string; longitude?: string }) => void;
	/** Gives the position, or null and shows the problems. */
	read: () => Position | null;
}

/** The state of a typed position. */
export function usePositionText(place: Position | null): PositionText {
	const [text, setText] = useState({
		latitude: place?.[1].toString() ?? "",
		longitude: place?.[0].toString() ?? "",
	});
	const [problems, setProblems] = useState<PositionText["problems"]>({});
	const north = readDegrees(text.latitude, "latitude");
	const east = readDegrees(text.longitude, "longitude");
	const position: Position | null = typeof north === "string" || typeof east === "string" ? null : [east, north];
	return {
		...text,
		problems,
		position,
		type: (typed) => {
			setText((before) => ({ ...before, ...typed }));
			setProblems((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field in typed))));
		},
		read: () => {
			setProblems({
				...(typeof north === "string" ? { latitude: north } : {}),
				...(typeof east === "string" ? { longitude: east } : {}),
			});
			return position;
		},
	};
}

/** Latitude and longitude; a pasted pair fills both. */
export function PositionFields({ text }: { text: PositionText }) {
	const paste = (event: ClipboardEvent) => {
		const pair = readPair(event.clipboardData.getData("text"));
		if (pair === null) return;
		event.preventDefault();
		text.type({ latitude: String(pair[1]), longitude: String(pair[0]) });
	};
	return (["latitude", "longitude"] as const).map((name) => (
		<Field key={name} label={name === "latitude" ? "Latitude" : "Longitude"} error={text.problems[name]}>
			{(control) => (
				<input
					{...control}
					inputMode="decimal"
					value={text[name]}
					onChange={(event) => text.type({ [name]: event.target.value })}
					onPaste={paste}
					className={controlClass("font-mono")}
				/>
			)}
		</Field>
	));
}

export interface DeviceFieldProps {
	value: string;
	onChange: (value: string) => void;
	error?: string | null;
}

/** A field for a device id. */
export function DeviceField({ value, onChange, error }: DeviceFieldProps) {
	return (
		<Field label="Device id" error={error}>
			{(control) => (
				<input
					{...control}
					value={value}
					maxLength={128}
					spellCheck={false}
					onChange={(event) => onChange(event.target.value)}
					className={controlClass("font-mono")}
				/>
			)}
		</Field>
	);
}

export interface LookupAnswerProps {
	test: ReturnType<typeof useLookupTest>;
	design: DesignDetail;
	className?: string;
}

/** The result of a test lookup, or its error. */
export function LookupAnswer({ test, design, className = "" }: LookupAnswerProps) {
	return (
		<div role="status" className={cx("grid gap-2 empty:hidden", className)}>
			{test.error === null ? null : <Notice kind="bad">{describeError(test.error)}</Notice>}
			{test.data === undefined ? null : <TestResult result={test.data} design={design} />}
		</div>
	);
}

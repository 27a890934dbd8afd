"use client";

import { Combine } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { MetersForm } from "@/components/features/designs/editor/meters-form";
import { changePicks, type PicksChange, replacePicks } from "@/components/features/designs/editor/picks";
import { Button } from "@/components/kit/ui/button";
import { GEOFENCE_LIMITS, type Geofence } from "@/lib/rules/geofences/geofence";
import type { CombineTask } from "./combine-worker";
import { runCombine } from "./run-combine";

export interface CombineFieldsProps {
	/** The selected geofences. */
	fences: readonly Geofence[];
	onEdit: (change: PicksChange) => void;
	/** Another field beside that for growing. */
	before: ReactNode;
	/** What stands beside the button to join. */
	children: ReactNode;
}

const growProblem = (meters: number): string | null =>
	meters >= GEOFENCE_LIMITS.minRadius && meters <= GEOFENCE_LIMITS.maxRadius
		? null
		: "Enter by how many meters they grow, from 1.";

/** Grows the selected geofences by meters, or joins them into one. */
export function CombineFields({ fences, onEdit, before, children }: CombineFieldsProps) {
	const [running, setRunning] = useState<CombineTask["kind"] | null>(null);
	const [problem, setProblem] = useState<string | null>(null);
	const work = useRef<AbortController | null>(null);
	useEffect(() => () => work.current?.abort(), []);
	const run = async (task: CombineTask, changeBy: (made: Geofence[]) => PicksChange) => {
		work.current?.abort();
		const controller = new AbortController();
		work.current = controller;
		setProblem(null);
		setRunning(task.kind);
		try {
			const made = await runCombine(task, controller.signal);
			if (!controller.signal.aborted) onEdit(changeBy(made));
		} catch (error) {
			if (!controller.signal.aborted) setProblem(error instanceof Error ? error.message : String(error));
		} finally {
			if (work.current === controller) setRunning(null);
		}
	};
	const grow = (meters: number) =>
		run({ kind: "buffer", fences, meters }, (made) => {
			const grown = new Map(fences.map((fence, place) => [fence, made[place] ?? fence]));
			return (draft, picks) => changePicks(draft, picks, (fence) => grown.get(fence) ?? fence);
		});
	const join = () =>
		run({ kind: "union", fences }, ([one]) => {
			const joined = new Set(fences);
			return (draft, picks) => (one === undefined ? { draft, picks } : replacePicks(draft, joined, one));
		});
	return (
		<>
			<div className="grid grid-cols-2 gap-3">
				{before}
				<MetersForm
					label="Grow by (m)"
					action="Grow"
					unavailable={running === "union" ? "They are being joined." : null}
					pending={running === "buffer"}
					problemOf={growProblem}
					onApply={(meters) => void grow(meters)}
				/>
			</div>
			<div className="flex flex-wrap items-center gap-2">
				<Button
					className="max-lg:min-h-11"
					hint="One geofence that covers what they cover. Circles become polygons."
					unavailable={fences.length < 2 ? "Select two geofences or more to join." : null}
					pending={running === "union"}
					onClick={() => void join()}
				>
					<Combine aria-hidden className="size-4" />
					Join into one
				</Button>
				{running === null ? null : (
					<Button variant="quiet" className="max-lg:min-h-11" onClick={() => work.current?.abort()}>
						Cancel
					</Button>
				)}
				{children}
			</div>
			{problem === null ? null : (
				<p role="alert" className="text-bad text-small">
					<bdi>{problem}</bdi>
				</p>
			)}
		</>
	);
}

"use client";

import { type Dispatch, type MouseEvent, memo } from "react";
import { requestLine } from "@/components/features/deployments/request-facts";
import { Checkbox } from "@/components/kit/table/checkbox";
import { Bytes } from "@/components/kit/ui/bytes";
import { MixedLetters } from "@/components/kit/ui/mixed-letters";
import { formatAge, type Now } from "@/lib/browser/format";
import { nameOf } from "@/lib/contract/sentences/name-of";
import { isolate } from "@/lib/rules/text/isolate";
import { PrintedRequest } from "./printed-request";
import type { QueueEvent, QueueRow } from "./queue-types";

export interface RequestRowProps {
	deployment: QueueRow;
	now: Now;
	/** The panel shows it. */
	current: boolean;
	selected: boolean;
	/** Whether all rows are of one organization. */
	sameOrganization: boolean;
	/** Why the last decision on it was refused. */
	problem: string | null;
	onOpen: (id: string, byKey: boolean) => void;
	dispatch: Dispatch<QueueEvent>;
}

const plainClick = (event: MouseEvent) => event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;

const NO_WARNINGS: NonNullable<QueueRow["warnings"]> = [];

/** A request in a few lines: name and size, its warnings in full, then target and kind. */
export const RequestRow = memo(function RequestRow(props: RequestRowProps) {
	const { deployment, now, current, selected, sameOrganization, problem, onOpen, dispatch } = props;
	const { id, design_name, filesize, requested_at, requester, requester_person, requester_org_name, target } =
		deployment;
	const names = [design_name, nameOf(requester_person, requester), requester_org_name];
	const { warning, rest } = requestLine(deployment, now, {
		warnings: deployment.warnings ?? NO_WARNINGS,
		sameOrganization,
	});
	return (
		<li
			className={`grid grid-cols-[auto_minmax(0,1fr)] border-line border-b border-s-3 [contain-intrinsic-size:auto_3.5rem] [content-visibility:auto] print:block print:border-s-0 print:bg-transparent print:px-6 print:[content-visibility:visible] ${
				current
					? "border-s-transparent max-md:hover:bg-sunken md:border-s-accent md:bg-accent-soft"
					: "border-s-transparent hover:bg-sunken"
			}`}
		>
			<span className="ps-3 pe-1 pt-1.5 md:ps-4" data-print="hidden">
				<Checkbox
					label={`Select ${isolate(design_name)} to ${isolate(target)}`}
					checked={selected}
					onClick={(event) => dispatch({ type: "toggled", request: deployment, range: event.shiftKey })}
				/>
			</span>
			<div className="min-w-0">
				<a
					id={`request-${id}`}
					href={`?request=${id}`}
					aria-current={current ? "true" : undefined}
					onClick={(event) => {
						if (!plainClick(event)) return;
						event.preventDefault();
						// A key makes a click without a mouse button.
						onOpen(id, event.detail === 0);
					}}
					className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-2 gap-y-0.5 py-2 ps-1 pe-4 -outline-offset-2 print:ps-0 print:pb-0"
				>
					<span className="truncate font-medium">
						<MixedLetters inLink name={names} /> <bdi>{design_name}</bdi>
					</span>
					<span className="text-end">
						<Bytes value={filesize} />
					</span>
					{warning === null || problem !== null ? null : (
						<span className="col-span-2 text-small text-warn print:hidden">{warning}</span>
					)}
					<span className={problem === null ? "truncate text-muted text-small print:hidden" : "text-bad text-small"}>
						{problem ?? rest}
					</span>
					<span className="text-end text-muted text-small whitespace-nowrap print:hidden">
						<span className="sr-only">requested: </span>
						{formatAge(requested_at, now)}
					</span>
				</a>
				<PrintedRequest deployment={deployment} warning={warning} />
			</div>
		</li>
	);
});

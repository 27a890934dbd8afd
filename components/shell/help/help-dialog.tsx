"use client";

import { Tabs } from "radix-ui";
import { useState } from "react";
import { flushSync } from "react-dom";
import { HELP_PARTS, type HelpPart } from "@/components/kit/keyboard/help-state";
import { type ShortcutGroup, setSingleKeys, shortcutGroups, singleKeysOn } from "@/components/kit/keyboard/shortcuts";
import { StatusLegend } from "@/components/kit/status/status-legend";
import { Dialog } from "@/components/kit/ui/dialog";
import { Kbd } from "@/components/kit/ui/kbd";
import { FirstStepsHelp } from "./first-steps-help";
import { HelpSearch, shortcutId } from "./help-search";

const PARTS: readonly { part: HelpPart; name: string }[] = [
	{ part: "keys", name: "Shortcuts" },
	{ part: "statuses", name: "Statuses" },
	{ part: "first-steps", name: "Getting started" },
];

export interface HelpDialogProps {
	part: HelpPart;
	onPart: (part: HelpPart) => void;
	onClose: () => void;
}

/**
 * A search, and below it the keys of the page that is open, the legend of every status, and the way
 * to the first steps.
 */
export function HelpDialog({ part, onPart, onClose }: HelpDialogProps) {
	// The page below does not change while the dialog is open.
	const [groups] = useState(shortcutGroups);
	const [text, setText] = useState("");
	const show = (found: HelpPart, id: string) => {
		flushSync(() => {
			setText("");
			onPart(found);
		});
		document.getElementById(id)?.focus();
	};
	return (
		<Dialog wide onClose={onClose} title="Help">
			<HelpSearch text={text} onText={setText} groups={groups} onShow={show} onClose={onClose} />
			<Tabs.Root
				hidden={text.trim() !== ""}
				value={part}
				onValueChange={(value) => onPart(HELP_PARTS.find((known) => known === value) ?? "keys")}
				className="flex min-h-0 flex-col [&[hidden]]:hidden"
			>
				<Tabs.List aria-label="Help topics" className="flex flex-wrap gap-1 border-line border-b px-4 py-2">
					{PARTS.map(({ part: value, name }) => (
						<Tabs.Trigger
							key={value}
							value={value}
							className="rounded-md px-3 py-1 text-muted hover:text-text data-[state=active]:bg-accent-soft data-[state=active]:font-medium data-[state=active]:text-accent"
						>
							{name}
						</Tabs.Trigger>
					))}
				</Tabs.List>
				<Tabs.Content value="keys" tabIndex={-1} className="grid min-h-0 gap-6 overflow-y-auto p-4">
					<Keys groups={groups} />
				</Tabs.Content>
				<Tabs.Content value="statuses" tabIndex={0} className="min-h-0 overflow-y-auto p-4">
					<StatusLegend />
				</Tabs.Content>
				<Tabs.Content value="first-steps" tabIndex={-1} className="min-h-0 overflow-y-auto p-4">
					<FirstStepsHelp onFollow={onClose} />
				</Tabs.Content>
			</Tabs.Root>
		</Dialog>
	);
}

function Keys({ groups }: { groups: readonly ShortcutGroup[] }) {
	const [on, setOn] = useState(singleKeysOn);
	return (
		<>
			{groups.map(({ name, shortcuts }) => (
				<section key={name} className="grid gap-2">
					<h3 className="text-small font-medium text-muted">{name}</h3>
					<ul className="divide-y divide-line rounded-md border border-line">
						{shortcuts
							.filter(({ keys }) => keys.length > 0)
							.map(({ keys, does, unavailable }) => (
								<li
									key={does}
									id={shortcutId(name, does)}
									tabIndex={-1}
									className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 px-3 py-1.5"
								>
									<span>
										{does}
										{unavailable ? <span className="text-muted text-small"> · {unavailable}</span> : null}
									</span>
									<span className="flex gap-1">
										<span className="sr-only">{keys.join(" or ")}</span>
										{keys.map((key) => (
											<Kbd key={key} name={key} always />
										))}
									</span>
								</li>
							))}
					</ul>
				</section>
			))}
			<label className="flex min-h-6 items-center gap-2">
				<input
					type="checkbox"
					checked={on}
					onChange={(event) => {
						setSingleKeys(event.target.checked);
						setOn(event.target.checked);
					}}
					className="size-4 accent-accent"
				/>
				<span>
					Single-key shortcuts <span className="text-muted">(this browser)</span>
				</span>
			</label>
		</>
	);
}

import { Command } from "cmdk";
import { useRouter } from "next/navigation";
import { useMemo, useState } from "react";
import { operationHref } from "@/components/features/docs/docs-state";
import type { HelpPart } from "@/components/kit/keyboard/help-state";
import type { ShortcutGroup } from "@/components/kit/keyboard/shortcuts";
import { leaveBy } from "@/components/kit/session/leaving";
import { STATUS_PARTS, statusId } from "@/components/kit/status/status-legend";
import { Kbd } from "@/components/kit/ui/kbd";
import { GROUP, INPUT, ITEM } from "@/components/shell/palette/list-looks";
import { openApiQuery } from "@/lib/browser/openapi/open-api-query";
import { groupsOf } from "@/lib/browser/openapi/operations";
import { slugOf } from "@/lib/browser/slug-of";
import { beginsWords } from "@/lib/browser/text-search";
import { useQuery } from "@/lib/browser/use-query";

/** Entries of a heading that are shown; more ask for another word. */
const MOST = 8;

/** The last entry: the same words in the manual. */
const MANUAL = "manual";

/** The id of a shortcut in the list of them. */
export const shortcutId = (group: string, does: string): string => slugOf(`key ${group} ${does}`);

export interface HelpSearchProps {
	text: string;
	onText: (text: string) => void;
	/** The keys of the page that is open. */
	groups: readonly ShortcutGroup[];
	/** Shows an entry of a part in its place. */
	onShow: (part: HelpPart, id: string) => void;
	onClose: () => void;
}

interface Entry {
	id: string;
	title: string;
	note: string;
	key?: string | undefined;
	open: () => void;
}

/** The entries that hold words with these beginnings, those first that do so by their title. */
function bestOf(entries: readonly Entry[], text: string): Entry[] {
	const byTitle = entries.filter(({ title }) => beginsWords(title, text));
	return [
		...byTitle,
		...entries.filter((entry) => !byTitle.includes(entry) && beginsWords(`${entry.title} ${entry.note}`, text)),
	];
}

/** What begins with the words of the text, under its heading; pending until the API is described. */
function useFound({ text, groups, onShow, onClose }: HelpSearchProps) {
	const router = useRouter();
	const idle = text.trim() === "";
	const { data: api, isFetching } = useQuery({ ...openApiQuery(), enabled: !idle });
	const described = useMemo(() => (api === undefined ? [] : groupsOf(api)), [api]);
	const shortcuts = groups.flatMap(({ name, shortcuts: all }) =>
		all
			.filter(({ keys }) => keys.length > 0)
			.map(({ does, keys: [key] }): Entry => {
				const id = shortcutId(name, does);
				return { id, title: does, note: name, key, open: () => onShow("keys", id) };
			}),
	);
	const statuses = STATUS_PARTS.flatMap(({ name, words }) =>
		Object.values(words).map(({ word, means }): Entry => {
			const id = statusId(name, word);
			return { id, title: word, note: `${name}: ${means}`, open: () => onShow("statuses", id) };
		}),
	);
	const operations = described.flatMap(({ name, operations: all }) =>
		all.map(({ id, summary }): Entry => {
			const open = () => {
				onClose();
				leaveBy(() => router.push(operationHref(id)));
			};
			return { id, title: summary, note: name, open };
		}),
	);
	const found = Object.entries({ Shortcuts: shortcuts, Statuses: statuses, "API reference": operations })
		.map(([heading, entries]) => ({ heading, entries: idle ? [] : bestOf(entries, text).slice(0, MOST) }))
		.filter(({ entries }) => entries.length > 0);
	return { found, idle, isFetching };
}

/**
 * Finds shortcuts and statuses, which Enter shows in their place, and operations of the API; leads to
 * the manual with the same words.
 */
export function HelpSearch(props: HelpSearchProps) {
	const { found, idle, isFetching } = useFound(props);
	const [chosen, setChosen] = useState("");
	const router = useRouter();
	const openManual = () => {
		props.onClose();
		leaveBy(() => router.push(`/help?${new URLSearchParams({ q: props.text })}`));
	};
	const ids = [...found.flatMap(({ entries }) => entries.map(({ id }) => id)), ...(idle ? [] : [MANUAL])];
	return (
		<Command
			shouldFilter={false}
			loop
			vimBindings={false}
			label="Search help"
			value={ids.includes(chosen) ? chosen : (ids[0] ?? "")}
			onValueChange={setChosen}
			className={idle ? "shrink-0" : "flex min-h-0 flex-col"}
		>
			<Command.Input
				value={props.text}
				onValueChange={(text) => {
					props.onText(text);
					setChosen("");
				}}
				placeholder="Search shortcuts, statuses, API"
				maxLength={200}
				className={INPUT}
			/>
			<Command.List hidden={idle} aria-busy={isFetching} className="min-h-0 overflow-y-auto p-1 [&[hidden]]:hidden">
				{found.map(({ heading, entries }) => (
					<Command.Group key={heading} heading={heading} className={GROUP}>
						{entries.map(({ id, title, note, key, open }) => (
							<Command.Item key={id} value={id} onSelect={open} className={ITEM}>
								<span className="min-w-0 grow">
									{title} <span className="text-muted text-small">{note}</span>
								</span>
								{key === undefined ? null : <Kbd name={key} always />}
							</Command.Item>
						))}
					</Command.Group>
				))}
				{found.length > 0 ? null : (
					<p className="px-3 py-4 text-muted">{isFetching ? "Searching…" : "No results for these words."}</p>
				)}
				{idle ? null : (
					<Command.Item value={MANUAL} onSelect={openManual} className={ITEM}>
						Search the manual
					</Command.Item>
				)}
			</Command.List>
		</Command>
	);
}

"use client";

import { Command } from "cmdk";
import { useRouter } from "next/navigation";
import { Dialog } from "radix-ui";
import { useRef, useState } from "react";
import { toast } from "sonner";
import { KEEPS_COMPOSITION } from "@/components/kit/keyboard/key-of";
import { shortcutGroups } from "@/components/kit/keyboard/shortcuts";
import { placeTarget } from "@/components/kit/map/place-target";
import { placeLabel } from "@/components/kit/map/place-words";
import { leaveBy } from "@/components/kit/session/leaving";
import { useSessionUser } from "@/components/kit/session/session-context";
import { Kbd } from "@/components/kit/ui/kbd";
import { useReturnFocus } from "@/components/kit/ui/use-return-focus";
import { useSettled } from "@/components/kit/ui/use-settled";
import { ACCOUNT_PLACE, placesOf } from "@/components/shell/nav/places";
import { beginsWords } from "@/lib/browser/text-search";
import { GROUP, INPUT, ITEM } from "./list-looks";
import { keepRecent, type PaletteObject, recentObjects } from "./recent";
import { useFoundObjects } from "./use-found-objects";
import { useFoundPlaces } from "./use-found-places";

const PAUSE = 150;

const itemOf = (heading: string, { kind, href, name }: PaletteObject) => `${heading} ${kind} ${href} ${name}`;

/** Pages, objects by name or id, and what can be done on the page that is open. */
export function PaletteDialog({ onClose }: { onClose: () => void }) {
	const returnFocus = useReturnFocus(true);
	const router = useRouter();
	const user = useSessionUser();
	const [text, setText] = useState("");
	const found = useFoundObjects(useSettled(text, PAUSE));
	// A page with a map to draw on shows places, too.
	const [showPlace] = useState(placeTarget);
	const foundPlaces = useFoundPlaces(useSettled(text, PAUSE), showPlace !== null);
	const [chosen, setChosen] = useState("");
	// What the page below can do, as it was when the palette opened: nothing changes it while the
	// palette is above.
	const [commands] = useState(() =>
		shortcutGroups().flatMap(({ name, shortcuts }) =>
			shortcuts.filter(({ moves }) => moves !== true).map((shortcut) => ({ group: name, ...shortcut })),
		),
	);
	const [recent] = useState(() => recentObjects(user.id));
	const pages: PaletteObject[] = [...placesOf(user.role).flat(), ACCOUNT_PLACE].map(({ name, href }) => ({
		kind: "Page",
		name,
		detail: "",
		href,
	}));

	const go = (object: PaletteObject) => {
		onClose();
		if (object.kind !== "Page") keepRecent(user.id, object);
		leaveBy(() => router.push(object.href));
	};
	// The palette gives the focus back first, so that what opens now can give it back in its turn.
	const afterwards = useRef<(() => void) | null>(null);
	const act = (run: () => void, unavailable: string | null | undefined) => {
		afterwards.current = unavailable ? () => toast(unavailable) : run;
		onClose();
	};
	const giveBack = (event: Event) => {
		returnFocus(event);
		if (afterwards.current !== null) setTimeout(afterwards.current, 0);
	};
	const actions = commands.filter(({ does, group }) => beginsWords(`${does} ${group}`, text));
	const places = pages.filter(({ name }) => beginsWords(name, text));
	// With every letter other things are on the list: the first of them is chosen, unless the chosen
	// one is still there.
	const earlier = text === "" ? recent : [];
	const listed = [
		...earlier.map((object) => itemOf("Recent", object)),
		...found.objects.map((object) => itemOf("Found", object)),
		...foundPlaces.map((place) => `place ${placeLabel(place)}`),
		...actions.map(({ group, does }) => `act ${group} ${does}`),
		...places.map((object) => itemOf("Pages", object)),
	];
	const value = listed.includes(chosen) ? chosen : (listed[0] ?? "");

	return (
		<Dialog.Root open onOpenChange={(open) => open || onClose()}>
			<Dialog.Portal>
				<Dialog.Overlay className="fixed inset-0 z-40 bg-veil" />
				<Dialog.Content
					{...KEEPS_COMPOSITION}
					aria-describedby={undefined}
					onCloseAutoFocus={giveBack}
					className="fixed inset-x-4 top-[max(1rem,12dvh)] z-40 mx-auto flex max-h-[70dvh] max-w-wide-dialog flex-col overflow-hidden rounded-md border border-line-strong bg-raised shadow-float"
				>
					<Dialog.Title className="sr-only">Go to a page or an object, or run an action</Dialog.Title>
					<Command
						shouldFilter={false}
						loop
						vimBindings={false}
						label="Go to"
						value={value}
						onValueChange={setChosen}
						className="flex min-h-0 flex-col"
					>
						<Command.Input
							value={text}
							onValueChange={(next) => {
								setText(next);
								setChosen("");
							}}
							placeholder="A page, a name, an id, an action…"
							maxLength={200}
							className={INPUT}
						/>
						<Command.List aria-busy={found.pending} className="min-h-0 overflow-y-auto p-1">
							{text === "" && recent.length > 0 ? <Objects heading="Recent" objects={recent} onGo={go} /> : null}
							{found.objects.length > 0 ? <Objects heading="Found" objects={found.objects} onGo={go} /> : null}
							{foundPlaces.length > 0 ? (
								<Command.Group heading="On the map" className={GROUP}>
									{foundPlaces.map((place) => (
										<Command.Item
											key={placeLabel(place)}
											value={`place ${placeLabel(place)}`}
											onSelect={() => act(() => showPlace?.(place), null)}
											className={ITEM}
										>
											<span className="w-20 shrink-0 text-muted text-small">Place</span>
											<bdi>{placeLabel(place)}</bdi>
										</Command.Item>
									))}
								</Command.Group>
							) : null}
							{actions.length > 0 ? (
								<Command.Group heading="On this page" className={GROUP}>
									{actions.map(({ group, does, keys, run, unavailable }) => (
										<Command.Item
											key={`${group} ${does}`}
											value={`act ${group} ${does}`}
											onSelect={() => act(run, unavailable)}
											className={ITEM}
										>
											<span className="min-w-0 grow">
												{does} <span className="text-muted text-small">{unavailable ?? group}</span>
											</span>
											{keys[0] === undefined ? null : <Kbd name={keys[0]} />}
										</Command.Item>
									))}
								</Command.Group>
							) : null}
							{places.length > 0 ? <Objects heading="Pages" objects={places} onGo={go} /> : null}
							{listed.length === 0 ? (
								<p className="px-3 py-4 text-muted">
									{found.failed
										? "The search failed. Try again."
										: found.pending
											? "Searching…"
											: "No results for this name or id."}
								</p>
							) : null}
						</Command.List>
					</Command>
				</Dialog.Content>
			</Dialog.Portal>
		</Dialog.Root>
	);
}

interface ObjectsProps {
	heading: string;
	objects: readonly PaletteObject[];
	onGo: (object: PaletteObject) => void;
}

function Objects({ heading, objects, onGo }: ObjectsProps) {
	return (
		<Command.Group heading={heading} className={GROUP}>
			{objects.map((object) => (
				<Command.Item
					key={`${object.kind} ${object.href} ${object.name}`}
					value={itemOf(heading, object)}
					onSelect={() => onGo(object)}
					className={ITEM}
				>
					<span className="w-20 shrink-0 text-muted text-small">{object.kind}</span>
					<span className="grid min-w-0 grow gap-x-3 md:grid-cols-[minmax(0,1fr)_minmax(0,auto)] md:items-baseline">
						<span className="truncate">
							<bdi>{object.name}</bdi>
						</span>
						<span className="truncate text-muted text-small">{object.detail}</span>
					</span>
				</Command.Item>
			))}
		</Command.Group>
	);
}

import type { IControl, Map as MapLibreMap } from "maplibre-gl";
import { isPlain, setPlain } from "./map-look";
import { hasStreets, type Streets } from "./streets-of";

/** Closer than this, a map without streets tells where one is no more. */
const CLOSE = 12;

/** Says where streets are missing and who can add them; lets the reader choose how streets look. */
export function addStreetControls(map: MapLibreMap, streets: Streets | null): void {
	if (streets === null) return;
	map.addControl(new MissingStreets(streets), "bottom-left");
	if (streets.hasFile || streets.regions.length > 0) map.addControl(new LookSwitch(), "top-right");
}

class MissingStreets implements IControl {
	readonly #streets: Streets;
	readonly #note = document.createElement("p");
	#show = () => {};

	constructor(streets: Streets) {
		this.#streets = streets;
		this.#note.className = "maplibregl-ctrl max-w-72 rounded-sm bg-surface/90 px-2 py-1 text-muted text-small hidden";
		this.#note.textContent = "Streets are missing here. Operators can add them on the Map page.";
	}

	onAdd(map: MapLibreMap): HTMLElement {
		this.#show = () => {
			const { lng, lat } = map.getCenter();
			const isMissing = map.getZoom() >= CLOSE && !hasStreets(this.#streets, [lng, lat]);
			this.#note.classList.toggle("hidden", !isMissing);
		};
		map.on("moveend", this.#show);
		this.#show();
		return this.#note;
	}

	onRemove(map: MapLibreMap): void {
		map.off("moveend", this.#show);
		this.#note.remove();
	}
}

class LookSwitch implements IControl {
	readonly #group = document.createElement("div");

	onAdd(): HTMLElement {
		const button = document.createElement("button");
		button.type = "button";
		button.textContent = "Plain";
		button.title = "Streets and water alone";
		button.className = "w-auto! px-2 text-small";
		const mark = () => button.setAttribute("aria-pressed", String(isPlain()));
		button.addEventListener("click", () => {
			setPlain(!isPlain());
			mark();
		});
		mark();
		this.#group.className = "maplibregl-ctrl maplibregl-ctrl-group";
		this.#group.append(button);
		return this.#group;
	}

	onRemove(): void {
		this.#group.remove();
	}
}

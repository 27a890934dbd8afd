import { LOOK_ATTRIBUTE } from "./map-look";

/**
 * The value of a color token as the page shows it now. A custom property gives its text back,
 * `light-dark(…)` and all: only a painted property is resolved for the theme.
 */
export function resolveColor(token: string): string {
	const probe = document.createElement("span");
	probe.style.color = `var(${token})`;
	document.body.append(probe);
	const { color } = getComputedStyle(probe);
	probe.remove();
	return color;
}

/** Runs when the theme or the look of maps changes, by the person's choice or by the system; gives back how to stop. */
export function onThemeChange(changed: () => void): () => void {
	const observer = new MutationObserver(changed);
	observer.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme", LOOK_ATTRIBUTE] });
	const system = matchMedia("(prefers-color-scheme: dark)");
	system.addEventListener("change", changed);
	return () => {
		observer.disconnect();
		system.removeEventListener("change", changed);
	};
}

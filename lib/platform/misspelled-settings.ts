import { editDistance } from "@/lib/rules/text/edit-distance";

/** Variables of other programs that resemble a setting. */
const OF_OTHERS = new Set(["SSL_CERT_FILE"]);
/** Shorter names, such as PORT and HOST, resemble too many others. */
const SHORTEST = 7;

/** A variable of the environment, and the setting that it may be meant for. */
export interface Misspelled {
	readonly variable: string;
	readonly setting: string;
}

/**
 * Finds variables that are no setting and nearly the name of one, such as DATABSE_URL: two letters
 * wrong, missing, added or exchanged at most, in small letters or without underscores.
 */
export function misspelledSettings(variables: readonly string[], settings: readonly string[]): Misspelled[] {
	const known = new Set(settings);
	const long = settings.filter(({ length }) => length >= SHORTEST);
	return variables
		.filter((variable) => !known.has(variable) && !OF_OTHERS.has(variable))
		.flatMap((variable) => {
			const name = variable.toUpperCase();
			const [nearest] = long
				.filter(({ length }) => Math.abs(length - name.length) <= 2)
				.map((setting) => ({ variable, setting, distance: editDistance(name, setting) }))
				.filter(({ setting, distance }) => distance <= (setting.length > 8 ? 2 : 1))
				.sort((a, b) => a.distance - b.distance);
			return nearest === undefined ? [] : [{ variable, setting: nearest.setting }];
		});
}

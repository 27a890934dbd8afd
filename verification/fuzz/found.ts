import { readFile, writeFile } from "node:fs/promises";
import { projectPath } from "@/lib/platform/project-path";
import type { Step } from "./draft";
import type { Ground } from "./ground";
import type { Pool } from "./pool";

/** A request as text: `{{design_id}}` is of the world, `{{0/response/data/id}}` of an earlier answer. */
interface WrittenStep {
	readonly method: string;
	readonly target: string;
	readonly headers: Step["headers"];
	readonly body?: string;
	/** Of a body that is no text. */
	readonly base64?: string;
}

/** Requests whose last one was once answered wrongly. */
export interface Found {
	readonly problem: string;
	readonly steps: readonly WrittenStep[];
}

const FILE = projectPath("verification", "fuzz", "found.json");

export const readFound = async (): Promise<Found[]> => JSON.parse(await readFile(FILE, "utf8"));

/** Adds cases to the file, so that every later run repeats them. */
export async function keepFound(cases: readonly Found[]): Promise<void> {
	const known = await readFound();
	await writeFile(FILE, `${JSON.stringify([...known, ...cases], null, "\t")}\n`);
}

/** The last of the steps, after those whose answers it uses, and theirs. */
export function findingOf(problem: string, history: readonly Step[], ground: Ground, pool: Pool): Found {
	const numbers: number[] = [];
	const include = (number: number): void => {
		const step = history[number];
		if (step === undefined || numbers.includes(number)) return;
		for (const [, origin] of pool.originsIn(textOf(step))) if (origin.step < number) include(origin.step);
		numbers.push(number);
	};
	include(history.length - 1);
	const written = (text: string, before: number): string => {
		let result = text;
		for (const [name, value] of placesOf(ground)) result = result.replaceAll(value, `{{${name}}}`);
		for (const [value, { step, pointer }] of pool.originsIn(text))
			if (step < before) result = result.replaceAll(value, `{{${numbers.indexOf(step)}${pointer}}}`);
		return result;
	};
	const steps = numbers.map((number) => writtenStep(history[number] as Step, (text) => written(text, number)));
	return { problem, steps };
}

function writtenStep({ method, target, headers, body }: Step, written: (text: string) => string): WrittenStep {
	const step = {
		method,
		target: written(target),
		headers: headers.map(([name, value]) => [name, written(value)] as const),
	};
	if (body === undefined) return step;
	const text = body.toString();
	return Buffer.from(text).equals(body)
		? { ...step, body: written(text) }
		: { ...step, base64: body.toString("base64") };
}

/** The steps of a case in another world; takes the answers to the earlier steps. */
export function stepOf(
	{ method, target, headers, body, base64 }: WrittenStep,
	ground: Ground,
	answers: readonly unknown[],
): Step {
	const places = new Map(placesOf(ground));
	const filled = (text: string) =>
		text.replaceAll(
			/\{\{([\w./-]+)\}\}/g,
			(whole, name: string) => places.get(name) ?? answered(answers, name) ?? whole,
		);
	const bytes =
		base64 === undefined ? (body === undefined ? undefined : Buffer.from(filled(body))) : Buffer.from(base64, "base64");
	return {
		method,
		target: filled(target),
		headers: headers.map(([name, value]) => [name, filled(value)]),
		...(bytes === undefined ? {} : { body: bytes }),
	};
}

function answered(answers: readonly unknown[], place: string): string | undefined {
	let found: unknown = answers;
	for (const name of place.split("/")) found = Reflect.get(Object(found), name);
	return typeof found === "string" ? found : undefined;
}

const placesOf = ({ ids, callers }: Ground): [name: string, value: string][] => [
	...ids,
	...callers.map(({ name, value }) => [name, value] as [string, string]),
];

const textOf = ({ target, headers, body }: Step): string =>
	[target, ...headers.flat(), body?.toString() ?? ""].join("\n");

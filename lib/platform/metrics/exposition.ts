/** A sample: labels, and the value. */
export type Sample = readonly [labels: Readonly<Record<string, string>>, value: number];

/** One metric in Prometheus' text format: its help, its type and its samples. */
export function metric(name: string, type: "counter" | "gauge", help: string, samples: readonly Sample[]): string {
	return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...samples.map((sample) => line(name, sample)), ""].join(
		"\n",
	);
}

/** One line of a metric. */
export function line(name: string, [labels, value]: Sample): string {
	const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`);
	return `${name}${pairs.length === 0 ? "" : `{${pairs.join(",")}}`} ${value}`;
}

function escaped(text: string): string {
	return text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}

import { readFileSync } from "node:fs";
import { parser } from "@prometheus-io/lezer-promql";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { collectMetrics } from "@/lib/domain/overview/collect-metrics";
import { setDatabase } from "@/lib/platform/db/client";
import { setDiskUse } from "@/lib/platform/files/disks";
import { watchDisks } from "@/lib/platform/files/watch-disks";
import { countRequest } from "@/lib/platform/metrics/metrics";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createRequest, createWorld } from "@/lib/tools/testing/world";

const alert = z.strictObject({
	alert: z.string().regex(/^Targeting[A-Za-z]+$/),
	expr: z.string(),
	for: z
		.string()
		.regex(/^\d+[mh]$/)
		.optional(),
	labels: z.strictObject({ severity: z.enum(["critical", "warning"]) }),
	annotations: z.strictObject({ summary: z.string().min(1), runbook: z.string() }),
});
const rules = z.strictObject({
	groups: z.tuple([z.strictObject({ name: z.literal("targeting"), rules: z.array(alert).min(1) })]),
});
const alerts = rules.parse(parse(readFileSync("ops/alerts.yml", "utf8"))).groups[0].rules;

const panel = z.object({
	id: z.int(),
	title: z.string().min(1),
	gridPos: z.object({ x: z.int(), y: z.int(), w: z.int(), h: z.int() }),
	targets: z.array(z.object({ expr: z.string(), legendFormat: z.string() })).default([]),
});
const dashboard = z
	.object({ panels: z.array(panel).min(1) })
	.parse(JSON.parse(readFileSync("ops/dashboard.json", "utf8")));

/** Labels that Prometheus adds to every sample. */
const ADDED = ["instance", "job"];
/** What Prometheus says of a process that it scrapes. */
const OWN_METRICS = new Map([["up", new Map<string, Set<string>>()]]);

/** Values by label by metric, of a real scrape in which everything has a sample. */
const emitted = new Map<string, Map<string, Set<string>>>(OWN_METRICS);

let service: TestService;
beforeAll(async () => {
	service = await createTestService();
	setDatabase(service.database);
	const world = await createWorld(service);
	await createRequest(service, world);
	for (const status of [200, 400, 500]) countRequest("/api/keys", status, 3);
	setDiskUse({ dataDirectory: process.cwd(), fileDirectory: undefined, embedded: true });
	await watchDisks();
	for (const line of (await collectMetrics(service)).split("\n")) {
		const [, name, labels = ""] = /^([a-z_\d]+)(?:\{(.*)\})? \S+$/.exec(line) ?? [];
		if (name === undefined) continue;
		const known = emitted.get(name) ?? new Map<string, Set<string>>();
		emitted.set(name, known);
		for (const [, label = "", value = ""] of labels.matchAll(/(\w+)="([^"]*)"/g))
			known.set(label, (known.get(label) ?? new Set()).add(value));
	}
});
afterAll(async () => {
	setDiskUse(undefined);
	setDatabase(undefined);
	await service.drop();
});

/** What is wrong with an expression of PromQL, and the labels of all metrics in it. */
function judge(expr: string): { problems: string[]; labels: Set<string> } {
	const problems: string[] = [];
	const labels = new Set(ADDED);
	const grouped: string[] = [];
	let metric = "";
	let label = "";
	let isEqual = false;
	parser.parse(expr).iterate({
		enter: ({ name, type, from, to, node }) => {
			const text = expr.slice(from, to);
			if (type.isError) problems.push(`not readable at ${from}`);
			const isMatcher = node.parent?.name === "UnquotedLabelMatcher";
			if (name === "Identifier" && node.parent?.name === "VectorSelector") {
				metric = text;
				const known = emitted.get(metric);
				if (known === undefined) problems.push(`no metric ${metric}`);
				for (const each of known?.keys() ?? []) labels.add(each);
			} else if (name === "LabelName" && isMatcher) {
				label = text;
				const isKnown = ADDED.includes(label) || emitted.get(metric)?.has(label) === true;
				if (!isKnown) problems.push(`${metric} has no label ${label}`);
			} else if (name === "LabelName") grouped.push(text);
			else if (name === "MatchOp") isEqual = text === "=";
			else if (name === "StringLiteral" && isMatcher && isEqual && !ADDED.includes(label)) {
				const isKnown = emitted.get(metric)?.get(label)?.has(text.slice(1, -1)) === true;
				if (!isKnown) problems.push(`no sample of ${metric} has ${label}=${text}`);
			}
		},
	});
	problems.push(...grouped.filter((each) => !labels.has(each)).map((each) => `no label ${each} to group by`));
	return { problems, labels };
}

test("wrong expressions are found", () => {
	expect(judge("sum(targeting_builds").problems).toHaveLength(1);
	expect(judge("targeting_biulds > 0").problems).toEqual(["no metric targeting_biulds"]);
	expect(judge('targeting_builds{state="failed"}').problems[0]).toBe("targeting_builds has no label state");
	expect(judge('targeting_builds{status="broken"}').problems).toEqual([
		'no sample of targeting_builds has status="broken"',
	]);
	expect(judge("sum by (kind) (targeting_builds)").problems).toEqual(["no label kind to group by"]);
});

test("every alert reads metrics and labels that the service has", () => {
	const wrong = alerts.flatMap(({ alert: name, expr }) => judge(expr).problems.map((problem) => `${name}: ${problem}`));
	expect(wrong).toEqual([]);
});

test("every alert leads to its section of docs, which says what to look at and what to do", () => {
	const text = readFileSync("docs/operations/alerts.md", "utf8");
	const chapter = text.split("\n## ").find((part) => part.startsWith("Alerts\n")) ?? "";
	const sections = chapter.split("\n### ").slice(1);
	expect(sections.map((section) => section.split("\n", 1)[0])).toEqual(alerts.map(({ alert: name }) => name));
	for (const [index, { alert: name, labels, annotations }] of alerts.entries()) {
		expect(annotations.runbook).toBe(`docs/operations/alerts.md#${name.toLowerCase()}`);
		expect(sections[index], name).toMatch(/^\w+\n\n[A-Z][\s\S]+\n\n- Look: [\s\S]+\n- Do: [\s\S]+$/);
		const row = chapter.split("\n").find((line) => line.startsWith(`| ${labels.severity} |`));
		expect(row).toContain(`[${name}](#${name.toLowerCase()})`);
	}
});

test("every panel of the dashboard reads metrics and labels that the service has, and stands in its own place", () => {
	const wrong = dashboard.panels.flatMap(({ title, targets }) =>
		targets.flatMap(({ expr, legendFormat }) => {
			const { problems, labels } = judge(expr.replaceAll("$__rate_interval", "5m"));
			const named = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = ""]) => label);
			const unknown = named.filter((label) => !labels.has(label)).map((label) => `no label ${label} to show`);
			return [...problems, ...unknown].map((problem) => `${title}: ${problem}`);
		}),
	);
	expect(wrong).toEqual([]);
	const cells = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
		Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)} ${y + Math.floor(cell / w)}`),
	);
	expect(new Set(cells).size).toBe(cells.length);
	expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
});

test("every metric of the service is on the dashboard or in an alert", () => {
	const read = [...alerts, ...dashboard.panels.flatMap(({ targets }) => targets)].map(({ expr }) => expr).join("\n");
	const names = [...emitted.keys()].filter((name) => name.startsWith("targeting_") && !/_(sum|bucket)$/.test(name));
	expect(names.length).toBeGreaterThan(25);
	expect(names.filter((name) => !read.includes(name))).toEqual([]);
});

import { describe, expect, test } from "vitest";
import { request } from "@/components/features/deployments/testing";
import type { Approvals, DeploymentDetail } from "@/lib/contract/deployment";
import { PAGE_SIZE } from "./approval-filters";
import { decidedHere, hiddenOf, leftApart, lookAt, neighbor } from "./queue-look";
import { reduceQueue, undoOf } from "./queue-state";
import { EMPTY_QUEUE, type QueueEvent } from "./queue-types";

const named = (id: string, more: Partial<DeploymentDetail> = {}) => request({ id, ...more });

/** The screen without its views: its address, the service's answers, and the state between. */
class Screen {
	state = EMPTY_QUEUE;
	page = "all";
	offset = 0;
	request: string | null = null;
	rows: DeploymentDetail[];
	total: number;
	answered = true;
	/** Where the focus was moved to. */
	focused: (string | null)[] = [];

	constructor(...ids: string[]) {
		this.rows = ids.map((id) => named(id));
		this.total = ids.length;
		this.draw();
	}

	/** Draws as the hook does, until the state has settled. */
	draw(): this {
		const { offset, request, rows, total, answered } = this;
		const page = `${this.page} ${offset}`;
		this.take({ type: "listed", list: { page, offset, request, rows, total, answered } });
		const { id, row, outdated } = lookAt(this.state);
		this.take({ type: "shown", request: row ?? (id === null ? null : named(id, { status: "activated" })) });
		const { focus, seen } = this.state;
		if (focus !== null && focus.after !== (seen?.id ?? null)) {
			this.focused.push(seen?.id ?? null);
			this.take({ type: "focused" });
		}
		if (!outdated) return this;
		this.request = id;
		return this.draw();
	}

	take(event: QueueEvent): void {
		this.state = reduceQueue(this.state, event);
	}

	send(event: QueueEvent): this {
		this.take(event);
		return this.draw();
	}

	/** The service answers with other rows. */
	answer(...rows: (string | DeploymentDetail)[]): this {
		this.total += rows.length - this.rows.length;
		this.rows = rows.map((row) => (typeof row === "string" ? named(row) : row));
		this.answered = true;
		return this.draw();
	}

	step(by: 1 | -1): this {
		const next = neighbor(this.state, by);
		if (next === null) return this;
		if ("row" in next) {
			this.take({ type: "chosen", id: next.row.id, step: true });
			this.request = next.row.id;
		} else {
			if (by === -1) this.take({ type: "turnedBack", offset: next.offset });
			this.goTo(next.offset);
		}
		return this.draw();
	}

	/** Another page: the rows of the one before stay until the service answers. */
	goTo(offset: number, page = this.page): this {
		Object.assign(this, { offset, page, request: null, answered: false });
		return this.draw();
	}

	toggle(id: string, range = false): this {
		return this.send({ type: "toggled", request: named(id), range });
	}

	get current() {
		return lookAt(this.state).id;
	}
	get listed() {
		return this.state.rows?.map(({ id }) => id);
	}
	get selected() {
		return [...this.state.selected.keys()];
	}
}

const activated = (id: string): QueueEvent => ({ type: "activated", request: named(id) });
const decided = (
	done: string[],
	failures: Record<string, string> = {},
	{ scheduled = [], approved = [] }: { scheduled?: string[]; approved?: string[] } = {},
): QueueEvent => ({
	type: "bulkDecided",
	action: "activate",
	done,
	scheduled,
	approved,
	failures: new Map(Object.entries(failures)),
	latest: [named("b", { revision: 7 })],
	note: null,
});

describe("next and previous", () => {
	test("the first request is the current one; steps end at both ends", () => {
		const screen = new Screen("a", "b", "c");
		expect(screen.current).toBe("a");
		expect(screen.step(1).current).toBe("b");
		expect(screen.step(1).step(1).current).toBe("c");
		expect(screen.step(-1).step(-1).step(-1).current).toBe("a");
	});

	test("new requests above the current one do not take its place", () => {
		const screen = new Screen("a", "b").answer("new", "a", "b");
		expect(screen.current).toBe("a");
		expect(lookAt(screen.state).place).toBe(1);
	});

	test("a step past the last row leads to the next page, and back to the last row of this one", () => {
		const screen = new Screen("a", "b");
		screen.total = PAGE_SIZE + 2;
		screen.draw().step(1).step(1);
		expect([screen.offset, screen.current]).toEqual([PAGE_SIZE, null]);
		expect(screen.answer("c", "d").current).toBe("c");
		screen.step(-1);
		expect(screen.offset).toBe(0);
		expect(screen.answer("a", "b").current).toBe("b");
		screen.goTo(PAGE_SIZE).answer("c", "d").goTo(0);
		expect(screen.answer("a", "b").current).toBe("a");
	});

	test("another filter begins at its first row, once the service has answered", () => {
		const screen = new Screen("a", "b").step(1).goTo(0, "audience");
		expect([screen.current, screen.listed]).toEqual([null, ["a", "b"]]);
		expect(screen.answer("x", "y").current).toBe("x");
	});

	test("the request that the URL names is current even without a row", () => {
		const screen = new Screen("a", "b");
		screen.request = "elsewhere";
		expect(screen.draw().current).toBe("elsewhere");
		expect(lookAt(screen.state).row).toBeUndefined();
	});
});

describe("a decision", () => {
	test("takes its row out of the list, and the next row is current and has the focus", () => {
		const screen = new Screen("a", "b", "c").step(1).send(activated("b"));
		expect([screen.listed, screen.current, screen.request]).toEqual([["a", "c"], "c", "c"]);
		expect([screen.focused, lookAt(screen.state).total]).toEqual([["c"], 2]);
		expect(screen.answer("a", "c").current).toBe("c");
	});

	test("on the last row leads to the one before it, and on the only row to the page", () => {
		const screen = new Screen("a", "b").step(1).send({ type: "rejected", request: named("b") });
		expect(screen.current).toBe("a");
		screen.send(activated("a"));
		expect([screen.current, screen.request, screen.listed]).toEqual([null, null, []]);
		expect(screen.focused).toEqual(["a", null]);
		expect(screen.answer("new").current).toBe("new");
	});

	test("leads to the next row where the service's list was quicker than its answer", () => {
		const screen = new Screen("a", "b", "c").step(1).answer("a", "c");
		expect(screen.current).toBe("b");
		expect(screen.send(activated("b")).current).toBe("c");
	});

	test("moves neither the current request nor the focus of a reader who has gone on", () => {
		const screen = new Screen("a", "b", "c").send({ type: "activationStarted" }).step(1).send(activated("a"));
		expect([screen.current, screen.focused, screen.state.activating]).toEqual(["b", [], false]);
	});

	test("leaves the next request a moment before a click decides on it; a step of the reader does not wait", () => {
		const screen = new Screen("a", "b", "c", "d").send(activated("a"));
		expect([screen.current, screen.state.guarded]).toEqual(["b", "b 1"]);
		expect(screen.send({ type: "arrived" }).state.guarded).toBeNull();
		expect(screen.send({ type: "rejected", request: named("b") }).state.guarded).toBe("c 1");
		expect(screen.step(1).state.guarded).toBeNull();
		screen.toggle("d").send(decided(["d"]));
		expect([screen.current, screen.state.guarded]).toEqual(["c", "c 1"]);
		expect(screen.answer("c", "new").step(1).state.guarded).toBeNull();
	});

	test("a change that the reader did not make guards the panel, and an ignored decision is told until the next change", () => {
		const screen = new Screen("a", "b");
		expect(screen.state.guarded).toBeNull();
		screen.answer(named("a", { revision: 2 }), "b");
		expect(screen.state.guarded).toBe("a 2");
		expect(screen.send({ type: "ignored" }).send({ type: "arrived" }).state).toMatchObject({
			guarded: null,
			ignored: true,
		});
		screen.send({ type: "ownChange", id: "a", revision: 2 }).answer(named("a", { revision: 3 }), "b");
		expect(screen.state).toMatchObject({ guarded: null, ignored: false });
		// The last one is decided, and the next one follows automatically.
		const empty = new Screen("a").send(activated("a")).answer();
		expect(empty.current).toBeNull();
		expect(empty.answer("new").state.guarded).toBe("new 1");
	});

	test("the keys of a selection that was decided are not taken for those of the shown request", () => {
		const screen = new Screen("a", "b", "c").toggle("c").send(decided(["c"]));
		expect([screen.current, screen.state.guarded]).toEqual(["a", "a 1"]);
		expect(
			screen
				.toggle("b")
				.send(decided([], { b: "refused" }))
				.send({ type: "arrived" }).state.guarded,
		).toBeNull();
	});

	test("while all are being selected, keys are theirs and not the shown request's", () => {
		const screen = new Screen("a", "b").send({ type: "selecting", on: true });
		expect(screen.state.selecting).toBe(true);
		screen.send({ type: "allSelected", requests: [named("a"), named("b")], note: null });
		expect([screen.state.selecting, screen.selected]).toEqual([false, ["a", "b"]]);
	});

	test("undone, it is back in its place, and its new revision is no news", () => {
		const screen = new Screen("a", "b", "c").send(activated("b"));
		expect(screen.listed).toEqual(["a", "c"]);
		screen.send({ type: "undone", requests: [named("b", { revision: 3 })] });
		expect(screen.listed).toEqual(["a", "b", "c"]);
		screen.send({ type: "opened", id: "b" }).request = "b";
		screen.answer("a", named("b", { revision: 3 }), "c");
		expect([screen.current, screen.state.guarded]).toEqual(["b", null]);
		expect(decidedHere(screen.state, named("b", { revision: 3 }))).toBe(true);
	});

	test("by somebody else leaves the request in the panel until the reader goes on", () => {
		const screen = new Screen("a", "b", "c").step(1).answer("a", "c");
		expect(screen.current).toBe("b");
		expect(screen.state.seen?.status).toBe("requested");
		expect(screen.step(1).current).toBe("c");
		expect(screen.answer("a").step(-1).current).toBe("a");
	});
});

describe("a dialog", () => {
	const reject: QueueEvent = { type: "asked", question: { about: "shown", action: "reject" } };
	const warnings: QueueEvent = {
		type: "asked",
		question: { about: "warnings", asProposed: false, request: named("a"), warnings: [] },
	};

	test("about the request closes with its decision, and when another request is shown", () => {
		const screen = new Screen("a", "b", "c").send(reject);
		expect(screen.state.question).toEqual({ about: "shown", action: "reject" });
		expect(screen.answer("b", "c").state.question).not.toBeNull();
		expect(screen.send({ type: "rejected", request: named("a") }).state.question).toBeNull();
		expect(screen.send(reject).step(1).state.question).toBeNull();
	});

	test("stays when the activation fails, and closes when the request had changed", () => {
		const screen = new Screen("a", "b").send({ type: "activationStarted" }).send(warnings);
		expect(screen.state.activating).toBe(false);
		screen.send({ type: "activationStarted" }).send({ type: "activationFailed" });
		expect(screen.state).toMatchObject({ question: { about: "warnings" }, activating: false });
		screen.send({ type: "activationRefused", id: "a", reason: "It was cancelled." });
		expect(screen.state).toMatchObject({ question: null, refused: { id: "a" } });
		expect([screen.current, screen.listed]).toEqual(["a", ["a", "b"]]);
		expect(screen.send({ type: "activationStarted" }).state.refused).toBeNull();
	});

	test("about the selection outlives an activation that ends below it", () => {
		const screen = new Screen("a", "b").send({ type: "activationStarted" }).toggle("b");
		screen.send({ type: "asked", question: { about: "selection", action: "tag" } });
		expect(screen.send(activated("a")).state.question).toEqual({ about: "selection", action: "tag" });
	});
});

describe("the selection", () => {
	test("outlives pages and filters, and a range begins at the row toggled last", () => {
		const screen = new Screen("a", "b", "c", "d").toggle("c").toggle("a", true);
		expect(screen.selected.sort()).toEqual(["a", "b", "c"]);
		screen.goTo(0, "other").answer("x", "y").toggle("y", true);
		expect(screen.selected.sort()).toEqual(["a", "b", "c", "y"]);
		expect(screen.toggle("y").selected).not.toContain("y");
		screen.send({ type: "allSelected", requests: [named("x"), named("z")], note: "The first 2 of 3." });
		expect(screen.selected.sort()).toEqual(["a", "b", "c", "x", "z"]);
		expect(screen.send({ type: "cleared" }).state).toMatchObject({ selected: new Map(), note: null });
	});

	test("keeps the failures of a bulk decision as they are now, and the rest leaves the list", () => {
		const screen = new Screen("a", "b", "c", "d", "e").step(1).step(1).toggle("a").toggle("b").toggle("c");
		screen.send(decided(["a", "c"], { b: "It changed." }));
		expect([screen.listed, screen.selected]).toEqual([["b", "d", "e"], ["b"]]);
		expect(screen.state.selected.get("b")?.revision).toBe(7);
		expect(screen.current).toBe("d");
		expect(leftApart(screen.state)).toEqual([]);
		screen.answer("d", "e");
		expect(leftApart(screen.state).map(({ id }) => id)).toEqual(["b"]);
		expect(screen.send({ type: "gone", ids: ["b"] }).selected).toEqual([]);
		expect(leftApart(screen.state).map(({ id }) => id)).toEqual(["b"]);
		expect(leftApart(screen.send({ type: "failuresRead", ids: ["b"] }).state)).toEqual([]);
	});

	test("tells what another filter hides, and loses what is gone, unless it is being decided on", () => {
		const screen = new Screen("a", "b", "c").toggle("a").toggle("b").goTo(0, "other").answer("b", "x");
		expect(hiddenOf(screen.state).map(({ id }) => id)).toEqual(["a"]);
		screen.send({ type: "asked", question: { about: "selection", action: "reject" } });
		expect(screen.send({ type: "gone", ids: ["a"] }).selected).toEqual(["a", "b"]);
		screen.send({ type: "dismissed" }).send({ type: "arrived" });
		expect(screen.send({ type: "gone", ids: ["a"] }).selected).toEqual(["b"]);
		expect([hiddenOf(screen.state), screen.state.guarded]).toEqual([[], null]);
		// The keys mean the shown request again, which the reader has not chosen.
		screen.send({ type: "gone", ids: ["b"] });
		expect([screen.selected, screen.state.guarded]).toEqual([[], screen.state.watched]);
		expect(reduceQueue(screen.state, { type: "gone", ids: ["b"] })).toBe(screen.state);
	});

	test("of tagged requests stays in the list", () => {
		const screen = new Screen("a", "b").toggle("a").send({ ...decided(["a"]), action: "tag" } as QueueEvent);
		expect([screen.listed, screen.selected, screen.current]).toEqual([["a", "b"], [], "a"]);
	});
});

describe("the panel", () => {
	test("remembers the request as it was, but for changes made on this page", () => {
		const screen = new Screen("a", "b").answer(named("a", { revision: 2 }), "b");
		expect(screen.state.seen?.revision).toBe(1);
		screen.send({ type: "lookedAgain", request: named("a", { revision: 2 }) });
		expect(screen.state.seen?.revision).toBe(2);
		screen.send({ type: "ownChange", id: "a", revision: 2 }).answer(named("a", { revision: 3 }), "b");
		expect(screen.state.seen?.revision).toBe(3);
	});

	test("takes its own decision for none of somebody else's, before the service has answered it", () => {
		const ended = named("a", { status: "activated", revision: 2 });
		const screen = new Screen("a", "b").send({ type: "decisionSent", id: "a", revision: 1 }).answer(ended, "b");
		expect([decidedHere(screen.state, ended), decidedHere(screen.state, named("a"))]).toEqual([true, false]);
		screen.send({ type: "decisionFailed" });
		expect([decidedHere(screen.state, ended), screen.state.seen?.revision]).toEqual([false, 1]);
	});

	test("has the focus once it shows what was opened", () => {
		const screen = new Screen("a", "b").send({ type: "opened", id: "a" });
		expect(screen.focused).toEqual(["a"]);
		screen.take({ type: "opened", id: "b" });
		expect(screen.draw().focused).toEqual(["a"]);
		screen.request = "b";
		expect(screen.draw().focused).toEqual(["a", "b"]);
	});

	test("what was approved leaves the queue, and cannot be undone", () => {
		const screen = new Screen("a", "b", "c").step(1).send({ type: "handedOn", request: named("b") });
		expect(screen.current).toBe("c");
		expect(screen.state.undo).toBeNull();
		const many = new Screen("a", "b", "c")
			.toggle("a")
			.toggle("b")
			.send(decided(["a", "b"], {}, { approved: ["b"] }));
		expect(many.state.rows?.map(({ id }) => id)).toEqual(["c"]);
		expect(many.state.undo).toMatchObject({ requests: [{ id: "a" }] });
	});

	test("what was scheduled leaves the queue, and its schedule can be removed, unless others approved it", () => {
		const screen = new Screen("a", "b").send({ type: "scheduled", request: named("a") });
		expect([screen.current, screen.listed]).toEqual(["b", ["b"]]);
		expect(screen.state.undo).toMatchObject({ action: "activate", requests: [{ id: "a" }], scheduled: ["a"] });
		const proposed = { activate_at: "2026-11-30T05:00:00.000Z", deactivate_at: "2026-12-14T05:00:00.000Z" };
		const approvals: Approvals = {
			action: "activate",
			required: 2,
			missing: 1,
			given: [],
			yours: false,
			...proposed,
		};
		const [now, later, theirs] = [
			named("now", { proposed }),
			named("later", { proposed }),
			named("theirs", { proposed, approvals }),
		];
		const outcome = { scheduled: ["later", "theirs"], approved: [] };
		// An activation that keeps to a proposed end is two changes, a schedule is one.
		expect(undoOf({ action: "activate", decided: [now, later, theirs], ...outcome })).toEqual({
			action: "activate",
			requests: [{ ...now, revision: 2 }, later],
			scheduled: ["later"],
		});
		expect(undoOf({ action: "activate", decided: [theirs], ...outcome })).toBeNull();
	});

	test("a request that was approved or scheduled opens again by its URL, and has its row when it is back", () => {
		const screen = new Screen("a", "b", "c").step(1).send({ type: "handedOn", request: named("b") });
		expect([screen.listed, screen.request]).toEqual([["a", "c"], "c"]);
		screen.request = "b";
		expect([screen.draw().current, screen.request, screen.listed]).toEqual(["b", "b", ["a", "c"]]);
		// Its schedule was removed: it waits for a decision again.
		screen.answer("a", named("b", { revision: 3 }), "c");
		expect([screen.listed, screen.current, lookAt(screen.state).place]).toEqual([["a", "b", "c"], "b", 1]);
		screen.send({ type: "activated", request: named("b", { revision: 3 }) });
		expect([screen.listed, screen.current, screen.request]).toEqual([["a", "c"], "c", "c"]);
		const many = new Screen("a", "b").toggle("a").send(decided(["a"], {}, { approved: ["a"] }));
		expect([many.listed, many.answer(named("a", { revision: 2 }), "b").listed]).toEqual([["b"], ["a", "b"]]);
	});

	test("an activation can be undone until another one, or for a while", () => {
		const screen = new Screen("a", "b", "c").send(activated("a")).send(activated("b"));
		expect(screen.state.undo).toMatchObject({ action: "activate", requests: [{ id: "b" }] });
		expect(screen.send({ type: "undoEnded" }).state.undo).toBeNull();
	});
});

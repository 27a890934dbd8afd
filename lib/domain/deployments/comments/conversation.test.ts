import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { listDeploymentDetailsParameters } from "@/lib/contract/deployment-list";
import type { Principal } from "@/lib/domain/access/principal";
import { listAudit } from "@/lib/domain/audit/list-audit";
import { expireRequests } from "@/lib/domain/deployments/expire-requests";
import { listDeploymentDetails } from "@/lib/domain/deployments/lists/list-deployment-details";
import { listDeploymentHistory } from "@/lib/domain/deployments/lists/list-deployment-history";
import { getDeploymentDetail } from "@/lib/domain/deployments/reads/get-deployment-detail";
import { activate } from "@/lib/domain/deployments/transitions/activate-deployment";
import { cancelDeployment } from "@/lib/domain/deployments/transitions/cancel-deployment";
import { deactivateDeployment } from "@/lib/domain/deployments/transitions/deactivate-deployment";
import { deleteDeployment } from "@/lib/domain/deployments/transitions/delete-deployment";
import { rejectDeployment } from "@/lib/domain/deployments/transitions/reject-deployment";
import { remindOfRequests } from "@/lib/domain/deployments/transitions/remind-of-requests";
import { undoDecision } from "@/lib/domain/deployments/transitions/undo-decision";
import { inboxSink } from "@/lib/domain/inbox/inbox-sink";
import { listInbox } from "@/lib/domain/inbox/list-inbox";
import { handOver } from "@/lib/domain/outbox/hand-over";
import { getOverview } from "@/lib/domain/overview/get-overview";
import { isDomainError } from "@/lib/rules/errors";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createRequest, createWorld, type World } from "@/lib/tools/testing/world";
import { commentOnDeployment } from "./comment-on-deployment";
import { listComments } from "./list-comments";
import { remindOfQuestions } from "./remind-of-questions";
import { withdrawQuestion } from "./withdraw-question";

const HOUR_MS = 3_600_000;
const FIRST = { limit: 20, offset: 0 };

describe.each(testDatabaseKinds())("the conversation on a request on %s", (kind) => {
	let service: TestService;
	let world: World;
	let id: string;
	beforeAll(async () => {
		service = await createTestService(kind);
	});
	afterAll(() => service.drop());
	beforeEach(async () => {
		await service.prisma.deployment.updateMany({ where: { status: "requested" }, data: { status: "cancelled" } });
		world = await createWorld(service);
		id = (await createRequest(service, world)).deployment.id;
		await handOver(service, []);
	});

	const ask = (text: string, as = world.administrator, revision?: number) =>
		commentOnDeployment(service, as, id, { text, question: true }, { revision });
	const say = (text: string, as: Principal) => commentOnDeployment(service, as, id, { text, question: false });
	const detail = (as: Principal = world.administrator) => getDeploymentDetail(service, as, id);
	const waitingFor = async (as: Principal, waiting_for?: "requester" | "administrator") => {
		const filter = listDeploymentDetailsParameters.parse({ status: "requested", ...(waiting_for && { waiting_for }) });
		const { rows, total } = await listDeploymentDetails(service, as, filter);
		expect(total).toBe(rows.length);
		return rows.map((row) => row.id);
	};
	const refusal = async (work: Promise<unknown>) => {
		const thrown = await work.then(
			() => null,
			(error: unknown) => error,
		);
		return isDomainError(thrown) ? [thrown.kind, thrown.message] : thrown;
	};
	const inboxOf = async (as: Principal) => {
		await handOver(service, [inboxSink]);
		return (await listInbox(service, as, { ...FIRST, unread: false })).rows;
	};

	test("a question makes the request wait for its requester, and the answer for a decision again", async () => {
		expect(await detail()).toMatchObject({ open_question: null, permissions: { comment_as: "administrator" } });
		const question = await ask("Does it replace the spring campaign?");
		expect(question).toMatchObject({ kind: "question", author: world.administrator.email });
		expect(await detail(world.designer)).toMatchObject({
			status: "requested",
			revision: 2,
			open_question: { id: question.id, text: question.text, at: question.at, author: world.administrator.email },
			permissions: { comment_as: "requester" },
		});
		for (const as of [world.administrator, world.designer, world.operator]) {
			expect(await waitingFor(as, "requester")).toContain(id);
			expect(await waitingFor(as, "administrator")).not.toContain(id);
			expect(await waitingFor(as)).toContain(id);
		}
		const waiting = async (as: Principal) => (await getOverview(service, as)).waiting;
		expect((await waiting(world.administrator)).to_decide).toMatchObject({ total: 0, rows: [] });
		expect((await waiting(world.designer)).my_requests).toMatchObject({
			rows: [{ deployment_id: id, question_from: world.administrator.email }],
		});

		expect(await say("Yes, from Monday on.", world.designer)).toMatchObject({ kind: "answer" });
		expect(await detail()).toMatchObject({ revision: 3, open_question: null });
		expect(await waitingFor(world.administrator, "requester")).toEqual([]);
		expect(await waitingFor(world.administrator, "administrator")).toEqual([id]);
		expect((await waiting(world.administrator)).to_decide).toMatchObject({
			total: 1,
			rows: [{ deployment_id: id, question_from: null }],
		});
	});

	test("what administrators add leaves the question open; what the requester's side adds later is a comment", async () => {
		await ask("Why now?");
		expect(await say("Asked for our planning.", world.administrator)).toMatchObject({ kind: "comment" });
		expect(await say("So am I.", world.operator)).toMatchObject({ kind: "comment" });
		expect((await detail()).open_question).toMatchObject({ text: "Why now?" });
		await ask("And for how long?", world.operator);
		expect((await detail()).open_question).toMatchObject({ text: "And for how long?" });
		expect(await say("Until May.", world.colleague)).toMatchObject({ kind: "answer" });
		expect(await say("Or June.", world.designer)).toMatchObject({ kind: "comment" });
		expect((await detail()).revision).toBe(4);
		const { rows, total } = await listComments(service, world.customerAdministrator, id, FIRST);
		expect(rows.map((row) => [row.kind, row.text])).toEqual([
			["comment", "Or June."],
			["answer", "Until May."],
			["question", "And for how long?"],
			["comment", "So am I."],
			["comment", "Asked for our planning."],
			["question", "Why now?"],
		]);
		expect(total).toBe(6);
		expect((await listComments(service, world.designer, id, { limit: 1, offset: 2 })).rows).toEqual([rows[2]]);
	});

	test("both sides take part, and to all others the conversation does not exist", async () => {
		await ask("Why now?");
		for (const as of [world.outsider, world.otherAdministrator]) {
			const refusals = [
				say("hello", as),
				ask("hello?", as),
				listComments(service, as, id, FIRST),
				withdrawQuestion(service, as, id),
			].map(refusal);
			for (const refused of refusals) expect(await refused).toEqual(["NotFound", "deployment not found"]);
		}
		for (const as of [world.designer, world.colleague, world.customerAdministrator]) {
			expect(await refusal(ask("hello?", as))).toEqual(["Forbidden", expect.stringContaining("ask about")]);
			expect(await refusal(withdrawQuestion(service, as, id))).toMatchObject(["Forbidden", expect.any(String)]);
		}
		// Somebody with whom the design is shared sees the deployment, and is on neither side.
		const { design_id } = await detail(world.designer);
		await service.prisma.designCollaborator.create({
			data: { design_id: design_id, type: "user", user_id: world.outsider.userId, can_view: true, can_edit: false },
		});
		expect((await detail(world.outsider)).permissions.comment_as).toBeNull();
		expect((await listComments(service, world.outsider, id, FIRST)).total).toBe(1);
		expect(await refusal(say("hello", world.outsider))).toMatchObject(["Forbidden", expect.any(String)]);
		const readOnly = { ...world.designer, mayManage: false };
		expect(await refusal(say("hello", readOnly))).toEqual(["Forbidden", expect.stringContaining("scope 'manage'")]);
	});

	test("who requested for their own target answers, and does not ask themselves", async () => {
		const requesterId = world.administrator.userId;
		const requesterOrgId = world.administrator.organizationId;
		await service.prisma.deployment.update({
			where: { id },
			data: { requester_id: requesterId, requester_org_id: requesterOrgId },
		});
		const refused = "you requested this deployment: only another administrator may ask a question";
		expect(await refusal(ask("Why now?"))).toEqual(["Forbidden", refused]);
		await ask("Why now?", world.operator);
		expect(await say("Because.", world.administrator)).toMatchObject({ kind: "answer" });
	});

	test("a question can be withdrawn once, and stays in the conversation", async () => {
		const none = ["InvalidState", "no question is open: there was none, or it was answered or withdrawn"];
		expect(await refusal(withdrawQuestion(service, world.administrator, id))).toEqual(none);
		await ask("Why now?");
		expect(await refusal(withdrawQuestion(service, world.operator, id, { revision: 1 }))).toMatchObject([
			"VersionMismatch",
			expect.stringContaining("(ask)"),
		]);
		expect(await withdrawQuestion(service, world.operator, id, { revision: 2 })).toMatchObject({
			revision: 3,
			open_question: null,
		});
		expect(await refusal(withdrawQuestion(service, world.administrator, id))).toEqual(none);
		const { rows } = await listComments(service, world.designer, id, FIRST);
		expect(rows).toMatchObject([
			{ kind: "withdrawal", text: null, author: world.operator.email },
			{ kind: "question", text: "Why now?" },
		]);
		expect(await waitingFor(world.administrator, "administrator")).toEqual([id]);
	});

	test("of two answers at a time one closes the question, and the other is a comment", async () => {
		await ask("Why now?");
		const answers = await Promise.all([say("One.", world.designer), say("Two.", world.colleague)]);
		expect(answers.map((answer) => answer.kind).sort()).toEqual(["answer", "comment"]);
	});

	test("an open question holds up no decision, and ends with it", async () => {
		await ask("Why now?");
		await activate(service, world.administrator, id, { revision: 2 }, { message: "Until May" });
		expect(await detail(world.designer)).toMatchObject({ open_question: null, status_reason: "Until May" });
		expect(await say("Thank you.", world.designer)).toMatchObject({ kind: "comment" });
		expect(await undoDecision(service, world.administrator, id)).toMatchObject({ open_question: { text: "Why now?" } });
		await activate(service, world.administrator, id);
		expect(await refusal(ask("How long?"))).toMatchObject(["InvalidState", expect.stringContaining("'activated'")]);
		expect(await refusal(withdrawQuestion(service, world.administrator, id))).toMatchObject([
			"InvalidState",
			expect.any(String),
		]);
		await deactivateDeployment(service, world.administrator, id);
		expect(await detail()).toMatchObject({ open_question: null, status_reason: null });
		await deleteDeployment(service, world.administrator, id);
		expect(await service.prisma.deploymentComment.count({ where: { deployment_id: id } })).toBe(0);
	});

	test("a rejected and a withdrawn request take comments of those who still see them", async () => {
		await ask("Why now?");
		await rejectDeployment(service, world.administrator, id, {});
		expect(await say("A pity.", world.designer)).toMatchObject({ kind: "comment" });
		expect(await refusal(say("A pity.", world.colleague))).toEqual(["NotFound", "deployment not found"]);
		id = (await createRequest(service, world)).deployment.id;
		await ask("Why now?");
		await cancelDeployment(service, world.designer, id, {});
		expect(await detail(world.designer)).toMatchObject({ status: "cancelled", open_question: null });
	});

	test("the history tells what was said, and audit events who said something", async () => {
		const question = await ask("Why now?");
		await say("It is May.", world.designer);
		await say("Fine.", world.administrator);
		const history = await listDeploymentHistory(service, world.colleague, id, FIRST);
		expect(history.rows.map(({ action, reason }) => [action, reason])).toEqual([
			["comment", "Fine."],
			["answer", "It is May."],
			["ask", "Why now?"],
			["request", "please"],
		]);
		const audit = await listAudit(service, world.administrator, { ...FIRST, object_id: id });
		expect(audit.rows.map(({ action, reason }) => [action, reason])).toEqual([
			["comment", null],
			["answer", null],
			["ask", null],
			["request", "please"],
		]);
		expect(audit.rows[2]).toMatchObject({ actor: world.administrator.email, detail: { comment_id: question.id } });
	});

	test("each side is told by the other, with what was said and the next step", async () => {
		await ask("Why now?");
		expect(await inboxOf(world.designer)).toMatchObject([
			{
				kind: "deployment.question",
				title: expect.stringMatching(/^\S*administrator-\S* asks about .*Coffee shops.* on .*north-eu/),
				reason: "Why now?",
				action: "Answer",
				link: `/deployments/${id}#conversation`,
			},
		]);
		await say("It is May.", world.colleague);
		expect(await inboxOf(world.administrator)).toMatchObject([
			{ kind: "deployment.answered", reason: "It is May.", action: "Decide", link: `/approvals?request=${id}` },
		]);
		await say("And June.", world.designer);
		expect((await inboxOf(world.administrator))[0]).toMatchObject({
			kind: "deployment.commented",
			reason: "And June.",
			action: "Decide",
			link: `/approvals?request=${id}`,
		});
		await activate(service, world.administrator, id, {}, { message: "Until May" });
		await say("Thank you.", world.colleague);
		expect((await inboxOf(world.administrator))[0]).toMatchObject({
			action: "View comment",
			link: `/deployments/${id}#conversation`,
		});
		expect((await inboxOf(world.designer)).map((item) => [item.kind, item.reason])).toEqual([
			["deployment.commented", "Thank you."],
			["deployment.activated", "Until May"],
			["deployment.question", "Why now?"],
		]);
		expect(await inboxOf(world.otherAdministrator)).toEqual([]);
	});

	test("while it waits for an answer, the requester is reminded in place of the administrators, once", async () => {
		await ask("Why now?");
		await inboxOf(world.designer);
		service.advance(25 * HOUR_MS);
		expect(await remindOfRequests(service)).toBe(0);
		await Promise.all([remindOfQuestions(service), remindOfQuestions(service)]);
		expect(await inboxOf(world.administrator)).toEqual([]);
		expect((await inboxOf(world.designer))[0]).toMatchObject({
			kind: "deployment.question_waiting",
			title: expect.stringContaining("25 hours"),
			reason: "Why now?",
			action: "Answer",
		});
		expect(await remindOfQuestions(service)).toBe(0);
		await say("It is May.", world.designer);
		expect(await remindOfRequests(service)).toBe(1);
		const settings = { ...service.settings, REQUEST_REMINDER_HOURS: 0 };
		await ask("Why not June?");
		service.advance(25 * HOUR_MS);
		expect(await remindOfQuestions({ ...service, settings })).toBe(0);
		expect(await remindOfQuestions(service)).toBe(1);
	});

	test("the time of a request runs on while it waits for an answer", async () => {
		const { id: targetId } = world.target;
		await service.prisma.target.update({ where: { id: targetId }, data: { request_ttl_seconds: 3_600 } });
		await ask("Why now?");
		expect((await detail()).expires_at).not.toBeNull();
		service.advance(2 * HOUR_MS);
		expect(await expireRequests(service)).toBe(1);
		expect(await detail()).toMatchObject({ status: "cancelled", status_reason: "expired", open_question: null });
	});

	test("comments never change, and the database refuses those without words", async () => {
		const { id: comment } = await ask("Why now?");
		const change = service.prisma.deploymentComment.update({ where: { id: BigInt(comment) }, data: { text: "x" } });
		await expect(change).rejects.toThrow("a comment never changes");
		const data = { deployment_id: id, author_id: world.designer.userId, kind: "answer" as const, at: service.now() };
		await expect(service.prisma.deploymentComment.create({ data })).rejects.toThrow();
	});
});

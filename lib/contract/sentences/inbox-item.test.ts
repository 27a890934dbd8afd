import { expect, test } from "vitest";
import { NOTICE_KINDS, type NoticeKind } from "@/lib/contract/events/events";
import { describeInboxItem } from "./inbox-item";
import type { InboxFacts, InboxReader } from "./inbox-subject";

const words = (kind: NoticeKind, facts: Partial<InboxFacts> = {}, reader: InboxReader = "requester", visible = true) =>
	describeInboxItem({
		kind,
		reader,
		at: "2026-11-25T09:00:00.000Z",
		design_id: kind.startsWith("service") || kind.startsWith("target") ? null : "D",
		deployment_id: kind.startsWith("deployment") ? "X" : null,
		target_id: kind.startsWith("service") || kind.startsWith("build") ? null : "T",
		facts: { design: "Coffee", target: "Metro", by: null, action: "", reason: null, ...facts },
		visible,
	});

test("every kind has a title, and the one step that follows", () => {
	const all = NOTICE_KINDS.map((kind) => {
		const { title, action, link } = words(kind, { hours: 25, subject: "/data", by: "dana@acme.example" });
		return `${title} | ${action} | ${link}`;
	});
	expect(all).toEqual([
		"dana@acme.example requested Coffee on Metro | Decide | /approvals?request=X",
		"The request for Coffee on Metro has been waiting 25 hours | Decide | /approvals?request=X",
		"Coffee on Metro needs your approval | Review | /deployments/X",
		"dana@acme.example asks about Coffee on Metro | Answer | /deployments/X#conversation",
		"A question about Coffee on Metro has been waiting for your answer for 25 hours | Answer | /deployments/X#conversation",
		"dana@acme.example answered a question about Coffee on Metro | Decide | /approvals?request=X",
		"dana@acme.example commented on Coffee on Metro | View comment | /deployments/X#conversation",
		"The request for Coffee on Metro was withdrawn | View request | /deployments/X",
		"Coffee was activated on Metro | View deployment | /deployments/X",
		"Coffee is live on Metro | View deployment | /deployments/X",
		"Coffee failed to load on Metro | See what failed | /deployments/X",
		"Coffee was deactivated on Metro | View deployment | /deployments/X",
		"The deployment of Coffee on Metro was deleted | View design | /designs/D",
		"Your request for Coffee on Metro was rejected | Edit design | /designs/D/edit",
		"The decision on Coffee for Metro was undone: the request is pending again | View request | /deployments/X",
		"Your request for Coffee on Metro expired before it was decided | Request again | /designs/D",
		"The schedule of Coffee on Metro could not run | View schedule | /deployments/X",
		"Coffee is built and ready to deploy | Request deployment | /designs/D",
		"The build of Coffee was rejected | Edit design | /designs/D/edit",
		"The build of Coffee failed | View design | /designs/D",
		"Coffee could not be updated to new data | View design | /designs/D",
		"Metro is offline | View target | /targets/T",
		"Metro is out of memory | View target | /targets/T",
		"A disk is nearly full: /data | View overview | /",
		"A background job fails: /data | View overview | /",
		"The data of /data could not be pulled | View sources | /sources",
		"Your webhook /data was paused | View webhooks | /webhooks",
	]);
});

test("says what is special: schedules, rollbacks, uploaded files, operators", () => {
	expect(words("deployment.activated", { scheduled: true }).title).toBe("Coffee was activated on Metro as scheduled");
	expect(words("deployment.activated", { action: "rollback" }).title).toBe(
		"Metro was rolled back to an earlier build of Coffee",
	);
	expect(words("deployment.rejected", { external: true })).toMatchObject({ action: "View design", link: "/designs/D" });
	expect(words("build.completed", { action: "attach_external_build" }).title).toBe(
		"A build of Coffee was uploaded and is ready to deploy",
	);
	expect(words("build.failed", {}, "operator").action).toBe("Retry or reject");
	expect(words("webhook.paused", { reason: "the receiver answered 410" }).reason).toBe("The receiver answered 410.");
	expect(words("deployment.load_failed", { reason: "agent-1: no space" }).reason).toBe("agent-1: no space");
	expect(words("deployment.rejected", { reason: "no", by: "carlos@metro.example" })).toMatchObject({
		reason: "no",
		who: "carlos@metro.example",
		when: "2026-11-25T09:00:00.000Z",
	});
});

test("one item stands for many loads, by what its reader is told of", () => {
	const bundle = { requester: 4, administrators: 12 };
	expect(words("deployment.load_failed", { bundle })).toMatchObject({
		title: "Coffee and 3 more failed to load on Metro",
		action: "See what failed",
		link: "/deployments?target_id=T&actual=failed",
	});
	expect(words("deployment.load_failed", { bundle }, "administrator").title).toBe(
		"Coffee and 11 more failed to load on Metro",
	);
	expect(words("deployment.live", { bundle })).toMatchObject({
		title: "Coffee and 3 more are live on Metro",
		action: "View deployments",
		link: "/deployments?target_id=T",
	});
	const alone = { bundle: { requester: 1, administrators: 0 } };
	expect(words("deployment.live", alone).title).toBe("Coffee is live on Metro");
});

test("an item of several requests counts those that wait, and one that was acted on asks for nothing", () => {
	const item = (requests: string[] | null, open: string[]) =>
		describeInboxItem({
			...{ kind: "deployment.requested", reader: "administrator", at: "2026-11-25T09:00:00.000Z", visible: true },
			...{ design_id: "D", deployment_id: "X", target_id: "T", name: "Dana Whitfield", open },
			facts: { design: "Coffee", target: "Metro", by: "dana@acme.example", action: "request", reason: null, requests },
		});
	const joined = (requests: string[] | null, open: string[]) => {
		const { title, action, link } = item(requests, open);
		return `${title} | ${action} | ${link}`;
	};
	expect(joined(null, ["X"])).toBe("Dana Whitfield requested Coffee on Metro | Decide | /approvals?request=X");
	expect(joined(null, [])).toBe("Dana Whitfield requested Coffee on Metro | View deployment | /deployments/X");
	expect(joined(["X", "Y"], ["X", "Y"])).toBe("2 requests to review on Metro | Review | /approvals?target=T");
	expect(joined(["X", "Y"], ["Y"])).toBe("1 request to review on Metro | Review | /approvals?request=Y");
	expect(joined(["X", "Y"], [])).toBe("2 requests on Metro were decided | View deployments | /deployments?target_id=T");
	expect(words("deployment.waiting", { hours: 52 }).title).toContain("has been waiting 2 days");
});

test("names nothing that the reader can no longer see", () => {
	for (const kind of NOTICE_KINDS) {
		const text = words(kind, { reason: "secret", by: "carlos@metro.example", subject: "/data" }, "requester", false);
		expect(text).toMatchObject({ reason: null, who: null, link: null });
		expect(text.title).toBe("This is about something you can no longer see");
	}
});

test("keeps a name from turning the direction of the sentence", () => {
	expect(words("build.completed", { design: "\u202eeffoC" }).title).toContain("\u2068\u202eeffoC");
});

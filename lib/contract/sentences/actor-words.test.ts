import { expect, test } from "vitest";
import { actorWords, isAutomatic } from "./actor-words";

const person = { id: "1", name: "Mira Lang", organization: "Northgrid" };
const email = "mira@northgrid.example";

test("a person is named, an e-mail stands for no name, and a rule is named with its author", () => {
	expect(actorWords({ actor: email, actor_person: person, credential: "session" })).toBe("Mira Lang");
	expect(actorWords({ actor: email, actor_person: { ...person, name: "" }, credential: "session" })).toBe(email);
	expect(actorWords({ actor: "build service", actor_person: null, credential: "system" })).toBe("the service");
	expect(isAutomatic({ actor: "command line (root@host)", credential: "system" })).toBe(false);
	const rule = { actor: `rule ‘Refreshes of $1’ of ${email}`, credential: "rule" };
	expect(actorWords({ ...rule, actor_person: person })).toBe("rule ‘Refreshes of $1’ of Mira Lang");
	expect(actorWords({ ...rule, actor_person: { ...person, name: "" } })).toBe(rule.actor);
});

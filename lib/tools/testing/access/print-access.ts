import { CREDENTIAL_NAMES, CREDENTIALS, DOORS, type Door, openingOf } from "./doors";
import { answerTo, PEOPLE, PERSON_NAMES } from "./people";
import { RIGHTS, type RightName } from "./rights";
import { ROUTE_ROWS } from "./route-rows";

const DOOR_NAMES = Object.keys(DOORS) as Door[];
const RIGHT_NAMES = Object.keys(RIGHTS) as RightName[];

type Line = readonly (string | number)[];

/** docs/access.md, made of the tables that the access matrix is tested with. */
export function printAccess(): string {
	return `# Access, case by case

Who comes in, and who may do what: the tables of ${"`lib/tools/testing/access`"}, which are written from [the contract](contract/signing-in.md) and not from the code.
\`app/access-doors.test.ts\` tries every route with every credential, and \`app/access-rights.test.ts\` with every person. A route without a row fails.
\`npm run test:unit -- app/access-table.test.ts -u\` prints this page again.

## People

They are what they are to one design, its deployment (requested by the requester, and waiting) and its target. Where nothing else stands, a person has an
API key with \`manage\` and \`administer\`. The colleague is also the person, and the owner's organization the organization, whose accounts are looked after.

${list(PERSON_NAMES.map((name, index) => [index + 1, name, PEOPLE[name]]))}

## Rights

\`yes\`: it is done, or refused for its state alone. \`403\`: the object is there, and the person may not. \`404\`: for the person it does not exist. \`401\`: the credential counts for nothing here.
The numbers are those of the people above.

${table(
	["right", ...PERSON_NAMES.map((_, index) => index + 1)],
	RIGHT_NAMES.map((right) => [right, ...PERSON_NAMES.map((person) => answerTo(RIGHTS[right], person))]),
)}

## Doors

Which credential comes in at which kind of route. Further than the door, the right decides: \`/api/account\` is for sessions alone.

${list(DOOR_NAMES.map((door, index) => [letterOf(index), door, DOORS[door]]))}

${table(
	["credential", ...DOOR_NAMES.map((_, index) => letterOf(index))],
	CREDENTIAL_NAMES.map((name) => [CREDENTIALS[name].words, ...DOOR_NAMES.map((door) => openingOf(name, door))]),
)}

## Routes

Words in parentheses tell apart what one route does.

${table(
	["route", "door", "right"],
	ROUTE_ROWS.map(([route, door, right]) => [`\`${route}\``, door, right]),
)}
`;
}

const letterOf = (index: number) => String.fromCharCode(65 + index);

function list(lines: readonly Line[]): string {
	return lines.map(([mark, name, words]) => `- ${mark}: **${name}**, ${words}`).join("\n");
}

function table(head: Line, lines: readonly Line[]): string {
	return [head, head.map(() => "---"), ...lines].map((line) => `|${line.join("|")}|`).join("\n");
}

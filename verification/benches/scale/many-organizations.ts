import { SCALE_OPERATOR, scalePerson } from "@/lib/tools/testing/scale/scale-ids";
import type { ScaleSizes } from "@/lib/tools/testing/scale/scale-sizes";
import type { ScaleStep, ScaleWorld } from "@/lib/tools/testing/scale/scale-world";
import { RECORD_STEPS, RECORD_TABLES } from "./record-steps";

/** Sizes of a world of so many designs, in which everything else is in proportion. */
export function proportional(designs: number): ScaleSizes {
	return { designs, deployments: 2 * designs, requested: designs / 20, targets: Math.ceil(designs / 400) };
}

/** Of 200 designs, ten people each; the first one has sixty. */
export function organizationsIn({ designs }: ScaleSizes): number {
	return Math.ceil(designs / 200);
}

/** The number of organizations that own targets. */
function partnersIn(sizes: ScaleSizes): number {
	return Math.ceil(organizationsIn(sizes) / 5);
}

/** The other organizations follow a Zipf-Mandelbrot distribution, with this shift of the rank. */
const SHIFT = 5;
/** Targets on which the designs of an organization are deployed, besides the large one. */
const TARGETS_EACH = 20;
/**
 * Parts of a thousand of the designs that are deployed on the large target: a twentieth of all
 * deployments.
 */
const ON_LARGE_TARGET = 83;

const PEOPLE: readonly ScaleStep[] = [
	(sizes) => `INSERT INTO organizations (id, slug, name, members_see, price_proximity_cpm, price_audience_cpm)
		SELECT pg_temp.scale_id('organization', n), 'org-' || n, 'Organization ' || n, 'all', 0.45, 0.6
		FROM generate_series(1, ${organizationsIn(sizes)}) AS n`,
	(sizes) => `INSERT INTO users (id, organization_id, email, email_key, first_name, last_name, role)
		SELECT pg_temp.scale_id('user', organization * 100 + person), pg_temp.scale_id('organization', organization),
			'person-' || person || '@org-' || organization || '.example', 'person-' || person || '@org-' || organization || '.example',
			'Person', organization || '-' || person, (CASE person WHEN 0 THEN 'administrator' ELSE 'designer' END)::"Role"
		FROM generate_series(1, ${organizationsIn(sizes)}) AS organization,
			generate_series(0, CASE organization WHEN 1 THEN 60 ELSE 9 END) AS person`,
	(sizes) => `INSERT INTO users (id, organization_id, email, email_key, role)
		VALUES (pg_temp.scale_id('user', ${SCALE_OPERATOR}), pg_temp.scale_id('organization', ${organizationsIn(sizes)}),
			'operator@service.example', 'operator@service.example', 'operator')`,
	(sizes) => `INSERT INTO targets (id, organization_id, slug, name, type)
		SELECT pg_temp.scale_id('target', n), pg_temp.scale_id('organization', ${organizationsIn(sizes)} - n % ${partnersIn(sizes)}),
			'target-' || n, 'Target ' || n, CASE n % 4 WHEN 3 THEN 'hosted' ELSE 'on-premises' END
		FROM generate_series(0, ${sizes.targets} - 1) AS n`,
];

/**
 * Organizations in proportion to the designs. The first one has a tenth of all designs; the last
 * fifth owns the targets, of which the last organization has the large one, with a twentieth of all
 * deployments.
 */
export const MANY_ORGANIZATIONS: ScaleWorld = {
	organizations: organizationsIn,
	people: PEOPLE,
	ownerOf: (sizes) => {
		const others = organizationsIn(sizes) - 1;
		const rank = `floor(${SHIFT} * power(${others + SHIFT} / ${SHIFT}.0, pg_temp.scale_pick(i, 2, 1000000) / 1000000.0))::int - ${SHIFT}`;
		return `CASE WHEN i % 10 = 0 THEN ${scalePerson(1, 1)} + pg_temp.scale_pick(i, 1, 60)
			ELSE (2 + ${rank}) * 100 + 1 + pg_temp.scale_pick(i, 3, 9) END`;
	},
	targetOf: ({ targets }) => `CASE WHEN slot = 0 AND pg_temp.scale_pick(s.i, 22, 1000) < ${ON_LARGE_TARGET} THEN 0
		ELSE 1 + (s.organization * 7 + pg_temp.scale_pick(s.i, 16, ${TARGETS_EACH}) + slot) % ${targets - 1} END`,
	organizationOf: (sizes) => `${organizationsIn(sizes)} - target % ${partnersIn(sizes)}`,
	records: RECORD_STEPS,
	recordTables: RECORD_TABLES,
};

import { SCALE_OPERATOR, SCALE_ORGANIZATIONS, SCALE_PARTNERS, scalePerson } from "./scale-ids";
import type { ScaleStep, ScaleWorld } from "./scale-world";

/** Organizations, people and targets. */
const PEOPLE_STEPS: readonly ScaleStep[] = [
	() => `INSERT INTO organizations (id, slug, name, members_see, price_proximity_cpm, price_audience_cpm)
		SELECT pg_temp.scale_id('organization', n), 'org-' || n, 'Organization ' || n, 'all', 0.45, 0.6
		FROM generate_series(1, ${SCALE_ORGANIZATIONS}) AS n`,
	() => `INSERT INTO users (id, organization_id, email, email_key, role)
		SELECT pg_temp.scale_id('user', organization * 100 + person), pg_temp.scale_id('organization', organization),
			'person-' || person || '@org-' || organization || '.example', 'person-' || person || '@org-' || organization || '.example',
			(CASE person WHEN 0 THEN 'administrator' ELSE 'designer' END)::"Role"
		FROM generate_series(1, ${SCALE_ORGANIZATIONS}) AS organization,
			generate_series(0, CASE organization WHEN 1 THEN 60 ELSE 12 END) AS person`,
	() => `INSERT INTO users (id, organization_id, email, email_key, role)
		VALUES (pg_temp.scale_id('user', ${SCALE_OPERATOR}), pg_temp.scale_id('organization', ${SCALE_ORGANIZATIONS}),
			'operator@service.example', 'operator@service.example', 'operator')`,
	({ targets }) => `INSERT INTO targets (id, organization_id, slug, name, type)
		SELECT pg_temp.scale_id('target', n), pg_temp.scale_id('organization', ${SCALE_ORGANIZATIONS} - n % ${SCALE_PARTNERS}),
			'target-' || n, 'Target ' || n, CASE n % 4 WHEN 3 THEN 'hosted' ELSE 'on-premises' END
		FROM generate_series(0, ${targets} - 1) AS n`,
	() => `INSERT INTO target_accepted_organizations (target_id, organization_id)
		SELECT t.id, o.id FROM targets t, organizations o`,
];

/**
 * Twenty organizations: half of the designs belong to the first one, and the last eight own the
 * targets. The first targets are much more frequent.
 */
export const FEW_ORGANIZATIONS: ScaleWorld = {
	organizations: () => SCALE_ORGANIZATIONS,
	people: PEOPLE_STEPS,
	ownerOf: () => `CASE WHEN i % 2 = 0
		THEN ${scalePerson(1, 1)} + pg_temp.scale_pick(i, 1, 60)
		ELSE (2 + pg_temp.scale_pick(i, 2, ${SCALE_ORGANIZATIONS - 1})) * 100 + 1 + pg_temp.scale_pick(i, 3, 12) END`,
	targetOf: ({ targets }) =>
		`(floor(${targets} * power(pg_temp.scale_pick(s.i, 16, 1000) / 1000.0, 2))::bigint + slot) % ${targets}`,
	organizationOf: () => `${SCALE_ORGANIZATIONS} - target % ${SCALE_PARTNERS}`,
	records: [],
	recordTables: [],
};

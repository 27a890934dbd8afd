import { defineCommand } from "../command";
import { UsageError } from "../exit";
import { findDesign } from "../names";

export const testPoint = defineCommand({
	name: "test-point",
	summary: "Says which sets of a design a point is in.",
	args: ["DESIGN", "LATITUDE", "LONGITUDE"],
	options: {
		build: { type: "string", value: "BUILD", help: "Ask the file of this build, not what is saved now." },
	},
	more: ["  targeting test-point 'Coffee shops' 52.5219 13.4132"],
	async run({ args: [name, ...point], options, session: { client: connect, out } }) {
		const [latitude = 0, longitude = 0] = point.map((text, at) => {
			const [what, most] = at === 0 ? (["LATITUDE", 90] as const) : (["LONGITUDE", 180] as const);
			if (/^-?\d+(\.\d+)?$/.test(text) && Math.abs(Number(text)) <= most) return Number(text);
			throw new UsageError(`${what} must be degrees from -${most} to ${most}, and is '${text}'`);
		});
		const client = await connect();
		const design = await findDesign(client, name);
		const build = options.build === undefined ? {} : { build_id: options.build };
		const result = await client.designs.test(design.id, { latitude, longitude, ...build });
		out.result(result, () =>
			out.table(
				result.sets,
				[
					["SET", ({ set_name }) => set_name],
					["CODE", ({ targeting_code }) => targeting_code],
					["GEOFENCES", ({ geofence_count }) => geofence_count],
					[
						"AMONG THEM",
						({ geofences }) =>
							(geofences ?? [])
								.flatMap(({ name }) => name ?? [])
								.slice(0, 3)
								.join(", "),
					],
				],
				`No set of '${design.name}' contains this point.`,
			),
		);
	},
});

import type { StyleSpecification } from "maplibre-gl";
import { servicePath } from "@/lib/browser/service-path";
import { fenceStyle } from "./map-style";
import { BASE, worldLabels, worldLayers } from "./world-layers";

const addressOf = (path: string) => new URL(servicePath(path), window.location.href).href;

/** The map's style in the present theme: the world that the service ships, and fences over it. */
export function mapStyle(): StyleSpecification {
	const fences = fenceStyle();
	return {
		version: 8,
		sources: {
			[BASE]: {
				type: "vector",
				url: `pmtiles://${addressOf("/maps/world.pmtiles")}`,
				attribution: "Natural Earth · GeoNames (CC BY 4.0)",
			},
			...fences.sources,
		},
		layers: [...worldLayers(), ...worldLabels(), ...fences.layers],
	};
}

import { expect, type Locator, type Page } from "@playwright/test";
import { z } from "zod";
import { type DesignDetail, designDetail } from "@/lib/contract/design";
import type { Geofence } from "@/lib/rules/geofences/geofence";
import { ApiClient } from "./api-client";
import type { RunningService } from "./service";

export const circle = (longitude: number, latitude: number, radius: number, name: string): Geofence => ({
	type: "Feature",
	properties: { radius, name },
	geometry: { type: "Point", coordinates: [longitude, latitude] },
});

/** Saves a design of one set as the designer. */
export async function saveDesign(
	service: RunningService,
	name: string,
	fences: readonly Geofence[],
): Promise<DesignDetail> {
	const api = new ApiClient(service, service.seed.designer.key);
	const geofences = { type: "FeatureCollection", features: fences };
	const body = { name, type: "proximity", sets: [{ set_name: "Places", targeting_code: "PLACES", geofences }] };
	return api.send(designDetail, "POST", "/api/designs", JSON.stringify(body));
}

/** The geofences of a design's set, as the service has them. */
export async function fencesOf(service: RunningService, design: DesignDetail, place = 0): Promise<Geofence[]> {
	const path = `/api/designs/${design.id}/sets/${design.set_ids[place]}/geofences`;
	const headers = { Authorization: `Bearer ${service.seed.designer.key}` };
	const response = await fetch(`${service.baseUrl}${path}`, { headers });
	return z.looseObject({ features: z.array(z.custom<Geofence>()) }).parse(await response.json()).features;
}

export const namesOf = (fences: readonly Geofence[]) => fences.map(({ properties }) => properties.name ?? "");

/** Opens the editor of a design, and gives its map once that takes what is drawn. */
export async function openEditor(page: Page, design: DesignDetail): Promise<Locator> {
	await page.goto(`/designs/${design.id}/edit`);
	const map = page.getByRole("region", { name: /^Map to draw on/ });
	await expect(map).toHaveAttribute("data-ready", "true");
	return map;
}

/** The part of the editor's map that nothing lies over. */
export async function freeMapOf(page: Page) {
	const [map, sheet] = await Promise.all(
		[/^Map to draw on/, "Sets and geofences"].map((name) => page.getByRole("region", { name }).boundingBox()),
	);
	if (!map || !sheet) throw new Error("The map has no place on the page.");
	return { ...map, width: sheet.x - map.x };
}

/** Saves the editor's draft and waits for the answer. */
export async function saveDraft(page: Page): Promise<void> {
	await page.getByRole("button", { name: "Save", exact: true }).click();
	await expect(page.getByRole("status").filter({ hasText: /^Saved$/ })).toBeVisible();
}

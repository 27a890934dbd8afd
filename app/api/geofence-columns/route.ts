import { noParameters } from "@/lib/contract/deployment";
import { chooseColumnsBody, chosenColumns, chosenColumnsList } from "@/lib/contract/geofence-columns";
import { itemResponse } from "@/lib/contract/primitives";
import { chooseColumns, listChosenColumns } from "@/lib/domain/designs/chosen-columns";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { productJson, productQuery } from "@/lib/http/routes/route";

export const GET = productQuery({
	summary: "List Chosen Columns",
	description: "What people of the caller's organization named the columns of tables whose headings do not say it.",
	fromReplica: true,
	parameters: noParameters,
	response: itemResponse(chosenColumnsList),
	run: async ({ service, principal }) => ({ body: itemEnvelope(await listChosenColumns(service, principal)) }),
});

export const POST = productJson({
	summary: "Choose Columns",
	description:
		"Remembers, for the caller's organization, what the columns of a table of geofences hold whose headings do not say it. Later imports read tables with these columns by it.",
	example: { latitude: "Geo N", longitude: "Geo E", name: "Filiale" },
	parameters: chooseColumnsBody,
	response: itemResponse(chosenColumns),
	run: async ({ service, principal, parameters }) => ({
		body: itemEnvelope(await chooseColumns(service, principal, parameters)),
	}),
});

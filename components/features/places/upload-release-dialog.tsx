"use client";

import { useState } from "react";
import { controlClass, Field } from "@/components/kit/ui/field";
import { Notice } from "@/components/kit/ui/notice";
import { UploadDialog } from "@/components/kit/ui/upload-dialog";
import { useSend } from "@/lib/browser/api";
import { formatCount, formatPlural } from "@/lib/browser/format";

/** Imports a release of points of interest from one file. */
export function UploadReleaseDialog({ onClose }: { onClose: () => void }) {
	const upload = useSend("POST /api/poi-releases");
	const [name, setName] = useState("");
	const [attribution, setAttribution] = useState("");
	const given = {
		...(name.trim() === "" ? {} : { name: name.trim() }),
		...(attribution.trim() === "" ? {} : { attribution: attribution.trim() }),
	};
	return (
		<UploadDialog
			title="Import points of interest"
			description="The release replaces the current one. Designs that follow it are rebuilt if they say so."
			hint="Parquet of Overture or Foursquare OS Places, GeoJSON lines of All The Places, or a table with name, latitude and longitude."
			action="Import"
			options={(isBusy) => (
				<>
					<Field label="Name" optional hint="Defaults to today's date.">
						{(control) => (
							<input
								{...control}
								maxLength={100}
								disabled={isBusy}
								value={name}
								onChange={({ target }) => setName(target.value)}
								className={controlClass()}
							/>
						)}
					</Field>
					<Field label="Attribution" optional hint="What its license asks you to show.">
						{(control) => (
							<input
								{...control}
								maxLength={500}
								disabled={isBusy}
								value={attribution}
								onChange={({ target }) => setAttribution(target.value)}
								className={controlClass()}
							/>
						)}
					</Field>
				</>
			)}
			upload={upload}
			onSend={(sent) => upload.mutate({ ...sent, ...given, contentType: "application/octet-stream" })}
			unchanged="The current release is unchanged."
			outcome={(release) => (
				<Notice kind="ok">
					{formatPlural(release.poi_count, "point of interest", "points of interest")} imported
					{release.skipped_count === 0 ? "" : `, ${formatCount(release.skipped_count)} rows skipped`}.
				</Notice>
			)}
			onClose={onClose}
		/>
	);
}

// Generated from the service's OpenAPI document by openapi.test.ts: run it with -u to renew it.

export interface paths {
    "/api/builds/{build_id}": {
        parameters: {
        };
        /**
         * Get Build
         * @description A build in any status, with its progress and its differences from the previous build.
         */
        get: operations["getBuild"];
    };
    "/api/deployments/{deployment_id}/checklist": {
        parameters: {
        };
        /**
         * Get Checklist of a Deployment
         * @description The steps from the build to a loaded targeting file: completed steps, the pending step, and the next action with its actor. The state of agents is as they report it.
         */
        get: operations["getChecklistOfDeployment"];
    };
    "/api/deployments/{deployment_id}": {
        parameters: {
        };
        /**
         * Get Deployment
         * @description One deployment, with the revision and digest for decisions.
         */
        get: operations["getDeployment"];
    };
    "/api/designs/{design_id}/builds": {
        parameters: {
        };
        /**
         * List Builds of a Design
         * @description Every build in every status, with progress, reason and duration.
         */
        get: operations["listBuildsOfDesign"];
    };
    "/api/designs/{design_id}/sets/{set_id}/geofences": {
        parameters: {
        };
        /**
         * Replace Geofences of a Set
         * @description Replaces a set's geofences from a file, adds to them, or updates those with an `id` of the file. Its content decides how it is read and not its label: GeoJSON (FeatureCollections, Features and geometries, one after the other or in lists) or a table (fields separated by comma, semicolon, tab or pipe) with `latitude` and `longitude`, or well-known text in `wkt`, optional `radius` (meters, or another unit in its heading or beside the number) and `name`; UTF-8 or UTF-16, plain or gzip. KML, KMZ, GPX, GML, zipped Shapefiles, GeoPackage, FlatGeobuf, TopoJSON, Esri JSON, XLSX, ODS and GeoJSON in other coordinate systems are converted first. Refused rows are listed with line and reason; a file without an accepted row is a 400 and changes nothing.
         */
        put: operations["replaceGeofencesOfSet"];
    };
    "/api/designs/{design_id}/test": {
        parameters: {
        };
        /**
         * Test Design
         * @description The sets and geofences that a point (`latitude`, `longitude`) or a device (`device_id`) is in, by the current contents or by a build's file.
         */
        post: operations["testDesign"];
    };
    "/api/designs": {
        parameters: {
        };
        /**
         * Create Design
         * @description Creates a design of the caller, with or without sets. Sets of a proximity design have `geofences`, those of an audience design `audience`.
         */
        post: operations["createDesign"];
    };
    "/targeting/builds/{build_id}/request": {
        parameters: {
        };
        /**
         * Request Deployment of a Built Design
         * @description Requests the administrators of a deployment target to load the build. The deployment is `requested` until one of them activates or rejects it, or its requester cancels it.
         */
        post: operations["requestDeployment"];
    };
    "/targeting/builds": {
        parameters: {
        };
        /**
         * List Builds
         * @description Designs that have been built successfully, each with its builds and its current deployments, newest build first. With `detail=true` each row also has the caller's permissions on the builds.
         */
        get: operations["listBuilds"];
    };
    "/targeting/deployments/{deployment_id}/activate": {
        parameters: {
        };
        /**
         * Activate a Deployment
         * @description The target's agents load the targeting file and use it. Another activated deployment of the same design on the target is deactivated in the same step. `If-Match` and `X-Build-Digest` limit the decision to the revision and file that the caller has seen. The requester reads the `message`. Where the target asks for several administrators, each of them activates it; until the last one, the answer is the row with the status that it had.
         */
        post: operations["activateDeployment"];
    };
    "/targeting/deployments/{deployment_id}/cancel": {
        parameters: {
        };
        /**
         * Cancel a Deployment Request
         * @description The requester withdraws the request, which is no longer listed. The build may be requested for the target again.
         */
        post: operations["cancelDeploymentRequest"];
    };
    "/targeting/deployments/{deployment_id}/deactivate": {
        parameters: {
        };
        /**
         * Deactivate a Deployment
         * @description The target's agents drop the targeting file from memory. The deployment stays listed and can be activated again.
         */
        post: operations["deactivateDeployment"];
    };
    "/targeting/deployments/{deployment_id}/delete": {
        parameters: {
        };
        /**
         * Delete a Deployment
         * @description Removes the deployment permanently, in any status; agents drop its targeting file. The build may be requested for the target again. Where the target asks for a second administrator to delete what is activated, the first approves it: the answer is the unchanged row.
         */
        post: operations["deleteDeployment"];
    };
    "/targeting/deployments/{deployment_id}/reject": {
        parameters: {
        };
        /**
         * Reject a Requested Deployment
         * @description The request is declined and no longer listed. The build may be requested for the target again.
         */
        post: operations["rejectRequestedDeployment"];
    };
    "/targeting/deployments/{deployment_id}/tag": {
        parameters: {
        };
        /**
         * Tag a Deployment
         * @description The list replaces all earlier tags. Agents that are configured with tags load only deployments that carry one of theirs.
         */
        post: operations["tagDeployment"];
    };
    "/targeting/deployments": {
        parameters: {
        };
        /**
         * List Deployments
         * @description Deployments that are activated, deactivated or requested, on every target that the caller sees. `status=requested` finds pending requests. With `detail=true` they are listed in every internal status, with messages, reasons, revision, digest and the agents' reports.
         */
        get: operations["listDeployments"];
    };
    "/targeting/designs/{design_id}/request": {
        parameters: {
        };
        /**
         * Request Build of a Design
         * @description The design becomes `requested` and cannot be edited until the build has been completed or rejected. A build is rejected, with a reason, if the design cannot be built.
         */
        post: operations["requestBuild"];
    };
    "/targeting/designs/{design_id}": {
        parameters: {
        };
        /**
         * Get Design
         * @description One design with its sets and collaborators. With `detail=true` it also has its revision, visibility tags, reasons and the contents of its sets: audience expressions, and the number and extent of geofences.
         */
        get: operations["getDesign"];
    };
    "/targeting/designs": {
        parameters: {
        };
        /**
         * List Designs
         * @description Every design that the caller may see, latest update first unless `order` reverses it. With `detail=true` each row also has the design's live deployments, newest build and the caller's permissions.
         */
        get: operations["listDesigns"];
    };
    "/targeting/targets": {
        parameters: {
        };
        /**
         * List Deployment Targets
         * @description Every target that accepts requests from the caller's organization, by name: its id is a `targetId`.
         */
        get: operations["listDeploymentTargets"];
    };
    "/token/user/{user_id}": {
        parameters: {
        };
        /**
         * Refresh Access Token of a User
         * @description The current token of a user named by the `uid` of an earlier answer, or a new one when it has expired. `email`, `first_name` and `last_name` must not be given here.
         */
        get: operations["refreshAccessToken"];
    };
    "/token/user": {
        parameters: {
        };
        /**
         * Get Access Token of a User
         * @description The access token of the user with this e-mail, in the key's organization: the same one until it expires. The user and their credentials are created on the first request; later requests update the names. All further requests for the user use the `uid`.
         */
        get: operations["getAccessToken"];
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description A deployment target that accepts requests from the caller's organization. */
        AcceptingTarget: {
            /**
             * Format: uuid
             * @description Id; never changes.
             */
            id: string;
            /**
             * @description Display name.
             * @example Partner DSP, Frankfurt
             */
            name: string;
            /**
             * @description Short name for parameters such as `deployment_target`.
             * @example partner-frankfurt
             */
            slug: string;
            /**
             * @description Type of the target.
             * @example on-premises
             */
            type: string;
            /**
             * @description Slug of the organization that owns it.
             * @example partner-dsp
             */
            owner: string;
        };
        /** @description As `Deployment`. A rejected one that further administrators must approve is `rejected` until then. */
        ActivatedDeployment: {
            /**
             * Format: uuid
             * @description Id; never changes.
             */
            id: string;
            /**
             * @description Decision on the deployment; it does not mean that agents have loaded it. Transitions: `requested` → `activated`, `rejected`, `cancelled`; `activated` → `deactivated`, `requested`; `deactivated` → `activated`; `rejected` → `activated`, `requested`.
             * @enum {string}
             */
            status: "activated" | "deactivated" | "requested" | "rejected";
            /**
             * @description Type of the design.
             * @enum {string}
             */
            type: "proximity" | "audience";
            /**
             * Format: uuid
             * @description Id of the design.
             */
            design_id: string;
            /**
             * Format: uuid
             * @description Id of the build.
             */
            build_id: string;
            /**
             * @description Current name of the design.
             * @example Coffee shops Berlin
             */
            design_name: string;
            /**
             * @description Name of the build.
             * @example Coffee shops Berlin
             */
            build_name: string;
            /**
             * @description Bytes of the targeting file.
             * @example 48213
             */
            filesize: number;
            /**
             * @deprecated
             * @description The first of `sources`.
             * @example acme-mobile
             */
            source: string | null;
            /**
             * @description Slugs of the inventory sources used; null or absent for proximity designs.
             * @example [
             *       "acme-mobile"
             *     ]
             */
            sources: string[] | null;
            /** @description Price in CPM, a decimal string. */
            price_cpm: {
                /**
                 * @description Price in CPM for most countries, a decimal string.
                 * @example 0.45
                 */
                base: string;
            } | null;
            /**
             * @description Slug of the build requester's organization.
             * @example acme
             */
            build_org: string;
            /**
             * Format: uuid
             * @description Id of the build requester's organization.
             */
            build_org_id: string;
            /**
             * @description E-mail of the build's requester.
             * @example designer@acme.example
             */
            builder: string;
            /**
             * @description E-mail of the deployment's requester.
             * @example designer@acme.example
             */
            requester: string;
            /**
             * @description E-mail of the user of the first activation.
             * @example administrator@partner.example
             */
            deployer: string | null;
            /**
             * Format: date-time
             * @description Time of the build's completion.
             * @example 2026-01-05T09:00:00.000Z
             */
            build_date: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             * @example 2026-01-05T09:00:00.000Z
             */
            updated_at: string;
            /** @description Time of the first activation. */
            approved_at: string | null;
            /** @description Whether the build is the first of its design. */
            new_build: boolean;
            /**
             * @description Comma-delimited tags.
             * @example eu-west,large
             */
            tags: string;
            /**
             * @description Name of the deployment target.
             * @example Partner DSP, Frankfurt
             */
            target: string;
            /**
             * Format: uuid
             * @description Id of the deployment target.
             */
            target_id: string;
            /** @description The sets, in the design's order. */
            sets: components["schemas"]["Set"][];
        };
        /** @description Whether a target allows activations now, why not, and until when. */
        ActivationWindow: {
            /** @description Whether it allows activations. */
            open: boolean;
            /**
             * @description Why it is closed; null while it is open.
             * @example frozen
             */
            reason: ("outside_hours" | "frozen") | null;
            /** @description The reason of the freeze, with `frozen`. */
            freeze_reason: string | null;
            /** @description When it opens; null while it is open, and where it does not open within a year. */
            opens_at: string | null;
            /** @description When it closes; null while it is closed, and where it does not close within a year. */
            closes_at: string | null;
        };
        /** @description Report of an agent on the deployment. */
        AgentState: {
            /**
             * @description Instance id of the agent.
             * @example dsp-fra-01
             */
            agent: string;
            /**
             * @description State of the deployment on the agent.
             * @enum {string}
             */
            state: "pending" | "downloading" | "loaded" | "failed" | "refused";
            /**
             * @description Error message of the agent; null without an error.
             * @example not enough memory
             */
            error: string | null;
            /** @description Whether it has not reported for 30 seconds. */
            silent: boolean;
            /**
             * Format: date-time
             * @description Time of the last report.
             * @example 2026-01-05T09:00:00.000Z
             */
            last_seen_at: string;
        };
        /** @description Who has approved a decision that needs several administrators. */
        Approvals: {
            /**
             * @description The decision: to delete, for an activated deployment.
             * @enum {string}
             */
            action: "activate" | "delete";
            /** @description Number of administrators that the target requires. */
            required: number;
            /** @description 0 once an approved activation is scheduled. */
            missing: number;
            /** @description Those that count, oldest first. */
            given: {
                /**
                 * @description E-mail of the user of the schedule.
                 * @example administrator@partner.example
                 */
                by: string;
                /** @description The person behind `by`; null for one who is gone. */
                by_person: components["schemas"]["PersonRef"] | null;
                /**
                 * Format: date-time
                 * @description Time.
                 * @example 2026-01-05T09:00:00.000Z
                 */
                at: string;
            }[];
            /** @description Whether the caller is among them. */
            yours: boolean;
            /** @description Time of activation that they approved; null: at once. */
            activate_at: string | null;
            /** @description Time of deactivation that they approved; null: never. */
            deactivate_at: string | null;
        };
        /** @description The audience of a set: an expression over inventory sources. */
        Audience: {
            /**
             * @description Slugs of the inventory sources to search.
             * @example [
             *       "acme-mobile"
             *     ]
             */
            sources: string[];
            /** @description The condition that a device must meet. */
            where: components["schemas"]["AudienceExpression"];
        };
        /** @description One condition: at least `min_visits` (default 1) visits of a segment `within_days` (default: ever) before the source's newest visit. */
        AudienceCondition: {
            /**
             * @description Name of a segment of the inventory source.
             * @example coffee-drinkers
             */
            segment: string;
            /**
             * @description Minimum number of visits; 1 by default.
             * @example 2
             */
            min_visits?: number;
            /**
             * @description Days before the newest visit of the source; unlimited by default.
             * @example 30
             */
            within_days?: number;
        };
        /** @description A boolean combination of conditions. */
        AudienceExpression: components["schemas"]["AudienceCondition"] | {
            /** @description True if all conditions are true. */
            all: components["schemas"]["AudienceExpression"][];
        } | {
            /** @description True if at least one condition is true. */
            any: components["schemas"]["AudienceExpression"][];
        } | {
            /** @description True if the condition is false. */
            not: components["schemas"]["AudienceExpression"];
        };
        /** @description A completed build of a design. Builds of audience designs alone have the inventory fields. */
        Build: {
            /**
             * Format: uuid
             * @description Id; never changes.
             */
            id: string;
            /**
             * @description Name of the design when the build was first generated.
             * @example Coffee shops Berlin
             */
            name: string;
            /**
             * @description Always `completed`: other builds are not listed.
             * @constant
             */
            status: "DONE";
            /**
             * @description Bytes of the targeting file.
             * @example 48213
             */
            size: number;
            /**
             * Format: date-time
             * @description Time of the request.
             * @example 2026-01-05T09:00:00.000Z
             */
            requested_at: string;
            /**
             * Format: date-time
             * @description Time of the build's completion.
             * @example 2026-01-05T09:00:00.000Z
             */
            build_date: string;
            /**
             * @description E-mail of the build's requester.
             * @example designer@acme.example
             */
            builder: string;
            /**
             * @deprecated
             * @description The first of `sources`.
             * @example acme-mobile
             */
            source?: string | null;
            /**
             * @description Slugs of the inventory sources used; null or absent for proximity designs.
             * @example [
             *       "acme-mobile"
             *     ]
             */
            sources?: string[];
            /** @description Processing time of the inventory data in use. */
            audience_index_version?: string | null;
            /** @description Price in CPM, a decimal string. */
            price_cpm: {
                /**
                 * @description Price in CPM for most countries, a decimal string.
                 * @example 0.45
                 */
                base: string;
            } | null;
        };
        /** @description A build in any status, with its progress, reasons and differences. */
        BuildDetail: {
            /**
             * Format: uuid
             * @description Id; never changes.
             */
            id: string;
            /**
             * Format: uuid
             * @description Id of the design.
             */
            design_id: string;
            /**
             * @description Name of the design when the build was first generated.
             * @example Coffee shops Berlin
             */
            name: string;
            /**
             * @description Type of the design.
             * @enum {string}
             */
            type: "proximity" | "audience";
            /**
             * @description Status of the build.
             * @enum {string}
             */
            status: "requested" | "building" | "done" | "rejected" | "failed";
            /**
             * @description Reason, as free text.
             * @example Spring campaign, new shops added
             */
            reason: string;
            /**
             * @description Reason for the status; null without one.
             * @example The set 'Shops' holds no geofences.
             */
            status_reason: string | null;
            /**
             * @description E-mail of the build's requester.
             * @example designer@acme.example
             */
            builder: string;
            /** @description The requester of the build by name. */
            builder_person: components["schemas"]["PersonRef"] | null;
            /**
             * Format: date-time
             * @description Time of the request.
             * @example 2026-01-05T09:00:00.000Z
             */
            requested_at: string;
            /** @description Time of the start; null before. */
            started_at: string | null;
            /** @description Time of the end; null before. */
            completed_at: string | null;
            /**
             * @description Duration in seconds; null before the end.
             * @example 1.4
             */
            duration_seconds: number | null;
            /**
             * @description Current phase of the work; null while no work runs.
             * @example writing
             */
            phase: string | null;
            /**
             * @description Progress in percent.
             * @example 100
             */
            percent: number;
            /**
             * @description Number of attempts.
             * @example 1
             */
            attempts: number;
            /**
             * @description Bytes of the targeting file.
             * @example 48213
             */
            size: number | null;
            /** @description SHA-256 of the targeting file. */
            digest: string | null;
            /**
             * @description Slugs of the inventory sources used; null or absent for proximity designs.
             * @example [
             *       "acme-mobile"
             *     ]
             */
            sources: string[];
            /** @description Processing time of the inventory data in use. */
            audience_index_version: string | null;
            /** @description Price in CPM, a decimal string. */
            price_cpm: {
                /**
                 * @description Price in CPM for most countries, a decimal string.
                 * @example 0.45
                 */
                base: string;
            } | null;
            /** @description Whether it is the first completed build of its design. */
            is_first: boolean;
            /** @description The sets, in the design's order. */
            sets: {
                /**
                 * Format: uuid
                 * @description Id of the set.
                 */
                set_id: string;
                /**
                 * @description Name of the set.
                 * @example City center
                 */
                set_name: string;
                /**
                 * @description Agents return it for a match; unique within its design.
                 * @example COFFEE-CENTER
                 */
                targeting_code: string;
                /**
                 * @description Number of geofences, or of devices reached.
                 * @example 120
                 */
                item_count: number;
            }[];
            /** @description Whether the targeting file was uploaded, not built by the service. */
            external: boolean;
            /** @description Differences from the previous completed build that the caller sees; null without one. */
            differences: components["schemas"]["BuildDifferences"] | null;
            /** @description The caller's permissions. */
            permissions: {
                /** @description Download the targeting file. */
                download: boolean;
                /** @description Request deployment of the build. */
                request_deployment: boolean;
                /** @description Whether the caller's role allows it; the build must also have failed. */
                retry: boolean;
                /** @description Abandon the failed build. */
                reject: boolean;
            };
            /**
             * @description Increases with every change. Send it as `If-Match` to write only if nothing has changed since.
             * @example 3
             */
            revision: number;
        };
        /** @description Differences of a completed build from the previous one. */
        BuildDifferences: {
            /**
             * Format: uuid
             * @description Id of the completed build for comparison.
             */
            previous_build_id: string;
            /** @description Bytes. */
            size_change: number;
            /**
             * @description Number of geofences, or of devices reached, before.
             * @example 118
             */
            items_before: number;
            /**
             * @description Number of geofences, or of devices reached, after.
             * @example 120
             */
            items_after: number;
            /** @description Number of added sets. */
            sets_added: number;
            /** @description Number of removed sets. */
            sets_removed: number;
            /** @description Number of sets with a changed name, code or count. */
            sets_changed: number;
            /** @description Sets in the order of this build, then the removed ones. */
            sets: components["schemas"]["SetDifference"][];
        };
        /** @description Summary of a deployment of the design. */
        BuildListDeployment: {
            /**
             * Format: uuid
             * @description Id; never changes.
             */
            id: string;
            /**
             * @description Name of the deployment target.
             * @example Partner DSP, Frankfurt
             */
            target: string;
            /**
             * Format: uuid
             * @description Id of the deployment target.
             */
            target_id: string;
            /**
             * @description Decision on the deployment; it does not mean that agents have loaded it. Transitions: `requested` → `activated`, `rejected`, `cancelled`; `activated` → `deactivated`, `requested`; `deactivated` → `activated`; `rejected` → `activated`, `requested`.
             * @enum {string}
             */
            status: "activated" | "deactivated" | "requested";
            /**
             * Format: uuid
             * @description Id of the build.
             */
            build_id: string;
        };
        /** @description Deployment of the design and its state on the agents. */
        BuildListDeploymentDetail: {
            /**
             * Format: uuid
             * @description Id; never changes.
             */
            id: string;
            /**
             * @description Name of the deployment target.
             * @example Partner DSP, Frankfurt
             */
            target: string;
            /**
             * Format: uuid
             * @description Id of the deployment target.
             */
            target_id: string;
            /**
             * @description Decision on the deployment; it does not mean that agents have loaded it. Transitions: `requested` → `activated`, `rejected`, `cancelled`; `activated` → `deactivated`, `requested`; `deactivated` → `activated`; `rejected` → `activated`, `requested`.
             * @enum {string}
             */
            status: "activated" | "deactivated" | "requested";
            /**
             * Format: uuid
             * @description Id of the build.
             */
            build_id: string;
            /** @description State on the agents; null unless activated. */
            actual: ("loaded" | "pending" | "failed" | "no_agent") | null;
            /** @description Number of the target's agents that should load it by its tags; 0 unless activated. */
            agents_expected: number;
            /** @description Number of online agents that report it loaded. */
            agents_loaded: number;
            /** @description Number of online agents that report it failed or refused. */
            agents_failed: number;
            /** @description Null without a scheduled activation. */
            schedule: {
                /**
                 * Format: date-time
                 * @description Time of the scheduled activation.
                 * @example 2026-01-05T09:00:00.000Z
                 */
                activate_at: string;
            } | null;
        };
        /** @description Row of List Builds with `detail=true`. */
        BuildListDetail: {
            /**
             * Format: uuid
             * @description Id of the design.
             */
            id: string;
            /**
             * @description Type of the design.
             * @enum {string}
             */
            type: "proximity" | "audience";
            /**
             * @description Display name.
             * @example Coffee shops Berlin
             */
            name: string;
            /**
             * @description E-mail of the owner.
             * @example designer@acme.example
             */
            owner: string;
            /** @description Its completed builds, newest first. */
            builds: components["schemas"]["Build"][];
            /** @description Its listed deployments that the caller sees. */
            deployments: components["schemas"]["BuildListDeploymentDetail"][];
            /**
             * Format: uuid
             * @description Id of the newest completed build.
             */
            last_build_id: string;
            /**
             * @description Name of the newest completed build.
             * @example Coffee shops Berlin
             */
            last_build_name: string;
            /**
             * @description E-mail of the requester of the newest completed build.
             * @example designer@acme.example
             */
            last_build_builder: string;
            /**
             * Format: date-time
             * @description Completion time of the newest completed build.
             * @example 2026-01-05T09:00:00.000Z
             */
            last_build_date: string;
            /**
             * @deprecated
             * @description The first of `sources`.
             * @example acme-mobile
             */
            last_build_source: string | null;
            /**
             * @description Inventory sources of the newest completed build; null for proximity designs.
             * @example [
             *       "acme-mobile"
             *     ]
             */
            last_build_sources: string[] | null;
            /**
             * @description Bytes of the newest targeting file.
             * @example 48213
             */
            last_build_size: number;
            /** @description Processing time of that build's inventory data; null for proximity designs. */
            last_build_audience_index_version: string | null;
            /** @description The owner by name; null where they are gone. */
            owner_person: components["schemas"]["PersonRef"] | null;
            /** @description The caller's permissions. */
            permissions: {
                /** @description Whether the caller may request a deployment of the builds. */
                request_deployment: boolean;
            };
        };
        /** @description A built design with its builds and their deployments. */
        BuildListRow: {
            /**
             * Format: uuid
             * @description Id of the design.
             */
            id: string;
            /**
             * @description Type of the design.
             * @enum {string}
             */
            type: "proximity" | "audience";
            /**
             * @description Display name.
             * @example Coffee shops Berlin
             */
            name: string;
            /**
             * @description E-mail of the owner.
             * @example designer@acme.example
             */
            owner: string;
            /** @description Its completed builds, newest first. */
            builds: components["schemas"]["Build"][];
            /** @description Its listed deployments that the caller sees. */
            deployments: components["schemas"]["BuildListDeployment"][];
            /**
             * Format: uuid
             * @description Id of the newest completed build.
             */
            last_build_id: string;
            /**
             * @description Name of the newest completed build.
             * @example Coffee shops Berlin
             */
            last_build_name: string;
            /**
             * @description E-mail of the requester of the newest completed build.
             * @example designer@acme.example
             */
            last_build_builder: string;
            /**
             * Format: date-time
             * @description Completion time of the newest completed build.
             * @example 2026-01-05T09:00:00.000Z
             */
            last_build_date: string;
            /**
             * @deprecated
             * @description The first of `sources`.
             * @example acme-mobile
             */
            last_build_source: string | null;
            /**
             * @description Inventory sources of the newest completed build; null for proximity designs.
             * @example [
             *       "acme-mobile"
             *     ]
             */
            last_build_sources: string[] | null;
            /**
             * @description Bytes of the newest targeting file.
             * @example 48213
             */
            last_build_size: number;
            /** @description Processing time of that build's inventory data; null for proximity designs. */
            last_build_audience_index_version: string | null;
        };
        /** @description A step from a build to a loaded targeting file. */
        ChecklistStep: {
            /**
             * @description The step.
             * @enum {string}
             */
            step: "built" | "requested" | "approved" | "tagged" | "downloaded" | "loaded";
            /**
             * @description State of the step.
             * @enum {string}
             */
            state: "done" | "waiting" | "failed" | "not_applicable";
            /**
             * @description Code of the step's state.
             * @enum {string}
             */
            code: "built" | "requested" | "activated" | "undecided" | "question_open" | "deactivated" | "rejected" | "cancelled" | "expired" | "no_agent_reported" | "for_agents" | "for_no_agent" | "not_to_be_activated" | "not_activated" | "taken_by_no_agent" | "agents_silent" | "refused_before_download" | "download_failed" | "downloaded" | "downloading" | "download_not_begun" | "load_refused" | "load_failed" | "loaded" | "loading";
            /** @description Time of the success or failure; for agents, of their last report. */
            at: string | null;
            /**
             * @description E-mail of the actor, the rule that acted, or the agents.
             * @example administrator@partner.example
             */
            by: string | null;
            /** @description The actor; null for agents, and for what the service did automatically. */
            by_person: components["schemas"]["PersonRef"] | null;
            /**
             * @description State of the step, in a sentence.
             * @example Please by Monday.
             */
            message: string;
            /** @description Next action and its actor; null without one. */
            next: string | null;
            /** @description Reports of the agents on this step; empty for other steps. */
            agents: components["schemas"]["AgentState"][];
        };
        /** @description A user or organization with explicitly granted access to a design. */
        Collaborator: {
            /**
             * @description `user` or `organization`.
             * @enum {string}
             */
            type: "user" | "org";
            /**
             * Format: uuid
             * @description Id of the user or organization.
             */
            id: string;
            /**
             * @description E-mail of a user, name of an organization.
             * @example colleague@acme.example
             */
            label: string;
            /** @description Permissions of the collaborator. */
            permissions: {
                /** @description See it. */
                view: boolean;
                /** @description Change it. */
                edit: boolean;
            };
        };
        /** @description A build on a deployment target, or the request for it. */
        Deployment: {
            /**
             * Format: uuid
             * @description Id; never changes.
             */
            id: string;
            /**
             * @description Decision on the deployment; it does not mean that agents have loaded it. Transitions: `requested` → `activated`, `rejected`, `cancelled`; `activated` → `deactivated`, `requested`; `deactivated` → `activated`; `rejected` → `activated`, `requested`.
             * @enum {string}
             */
            status: "activated" | "deactivated" | "requested";
            /**
             * @description Type of the design.
             * @enum {string}
             */
            type: "proximity" | "audience";
            /**
             * Format: uuid
             * @description Id of the design.
             */
            design_id: string;
            /**
             * Format: uuid
             * @description Id of the build.
             */
            build_id: string;
            /**
             * @description Current name of the design.
             * @example Coffee shops Berlin
             */
            design_name: string;
            /**
             * @description Name of the build.
             * @example Coffee shops Berlin
             */
            build_name: string;
            /**
             * @description Bytes of the targeting file.
             * @example 48213
             */
            filesize: number;
            /**
             * @deprecated
             * @description The first of `sources`.
             * @example acme-mobile
             */
            source: string | null;
            /**
             * @description Slugs of the inventory sources used; null or absent for proximity designs.
             * @example [
             *       "acme-mobile"
             *     ]
             */
            sources: string[] | null;
            /** @description Price in CPM, a decimal string. */
            price_cpm: {
                /**
                 * @description Price in CPM for most countries, a decimal string.
                 * @example 0.45
                 */
                base: string;
            } | null;
            /**
             * @description Slug of the build requester's organization.
             * @example acme
             */
            build_org: string;
            /**
             * Format: uuid
             * @description Id of the build requester's organization.
             */
            build_org_id: string;
            /**
             * @description E-mail of the build's requester.
             * @example designer@acme.example
             */
            builder: string;
            /**
             * @description E-mail of the deployment's requester.
             * @example designer@acme.example
             */
            requester: string;
            /**
             * @description E-mail of the user of the first activation.
             * @example administrator@partner.example
             */
            deployer: string | null;
            /**
             * Format: date-time
             * @description Time of the build's completion.
             * @example 2026-01-05T09:00:00.000Z
             */
            build_date: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             * @example 2026-01-05T09:00:00.000Z
             */
            updated_at: string;
            /** @description Time of the first activation. */
            approved_at: string | null;
            /** @description Whether the build is the first of its design. */
            new_build: boolean;
            /**
             * @description Comma-delimited tags.
             * @example eu-west,large
             */
            tags: string;
            /**
             * @description Name of the deployment target.
             * @example Partner DSP, Frankfurt
             */
            target: string;
            /**
             * Format: uuid
             * @description Id of the deployment target.
             */
            target_id: string;
            /** @description The sets, in the design's order. */
            sets: components["schemas"]["Set"][];
        };
        /** @description The steps that make a deployment live on its target. */
        DeploymentChecklist: {
            /**
             * Format: uuid
             * @description Id of the deployment.
             */
            deployment_id: string;
            /** @description Whether it is activated and an online agent reports it loaded. */
            live: boolean;
            /**
             * @description The answer in one sentence.
             * @example Live: loaded by 2 of 2 agents.
             */
            summary: string;
            /** @description The steps, in their order. */
            steps: components["schemas"]["ChecklistStep"][];
        };
        /** @description The deployment of the product API: every internal status, the words that were said, and what agents report. */
        DeploymentDetail: {
            /**
             * Format: uuid
             * @description Id; never changes.
             */
            id: string;
            /**
             * @description Decision on the deployment; it does not mean that agents have loaded it. Transitions: `requested` → `activated`, `rejected`, `cancelled`; `activated` → `deactivated`, `requested`; `deactivated` → `activated`; `rejected` → `activated`, `requested`.
             * @enum {string}
             */
            status: "requested" | "activated" | "deactivated" | "cancelled" | "rejected";
            /**
             * @description Type of the design.
             * @enum {string}
             */
            type: "proximity" | "audience";
            /**
             * Format: uuid
             * @description Id of the design.
             */
            design_id: string;
            /**
             * Format: uuid
             * @description Id of the build.
             */
            build_id: string;
            /**
             * @description Current name of the design.
             * @example Coffee shops Berlin
             */
            design_name: string;
            /**
             * @description Name of the build.
             * @example Coffee shops Berlin
             */
            build_name: string;
            /**
             * @description Bytes of the targeting file.
             * @example 48213
             */
            filesize: number;
            /**
             * @deprecated
             * @description The first of `sources`.
             * @example acme-mobile
             */
            source: string | null;
            /**
             * @description Slugs of the inventory sources used; null or absent for proximity designs.
             * @example [
             *       "acme-mobile"
             *     ]
             */
            sources: string[] | null;
            /** @description Price in CPM, a decimal string. */
            price_cpm: {
                /**
                 * @description Price in CPM for most countries, a decimal string.
                 * @example 0.45
                 */
                base: string;
            } | null;
            /**
             * @description Slug of the build requester's organization.
             * @example acme
             */
            build_org: string;
            /**
             * Format: uuid
             * @description Id of the build requester's organization.
             */
            build_org_id: string;
            /**
             * @description E-mail of the build's requester.
             * @example designer@acme.example
             */
            builder: string;
            /**
             * @description E-mail of the deployment's requester.
             * @example designer@acme.example
             */
            requester: string;
            /**
             * @description E-mail of the user of the first activation.
             * @example administrator@partner.example
             */
            deployer: string | null;
            /**
             * Format: date-time
             * @description Time of the build's completion.
             * @example 2026-01-05T09:00:00.000Z
             */
            build_date: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             * @example 2026-01-05T09:00:00.000Z
             */
            updated_at: string;
            /** @description Time of the first activation. */
            approved_at: string | null;
            /** @description Whether the build is the first of its design. */
            new_build: boolean;
            /**
             * @description Comma-delimited tags.
             * @example eu-west,large
             */
            tags: string;
            /**
             * @description Name of the deployment target.
             * @example Partner DSP, Frankfurt
             */
            target: string;
            /**
             * Format: uuid
             * @description Id of the deployment target.
             */
            target_id: string;
            /** @description The sets, in the design's order. */
            sets: components["schemas"]["Set"][];
            /**
             * @description Increases with every change. Send it as `If-Match` to write only if nothing has changed since.
             * @example 3
             */
            revision: number;
            /**
             * @description Message for people; null without one.
             * @example Please by Monday.
             */
            message: string | null;
            /**
             * @description Reason for the status; null without one.
             * @example The set 'Shops' holds no geofences.
             */
            status_reason: string | null;
            /**
             * @description Reason for the build request.
             * @example Spring campaign, new shops added
             */
            build_reason: string;
            /**
             * Format: date-time
             * @description Time of the request.
             * @example 2026-01-05T09:00:00.000Z
             */
            requested_at: string;
            /**
             * @description Slug of the requester's organization.
             * @example acme
             */
            requester_org: string;
            /**
             * @description Name of the requester's organization.
             * @example Acme Coffee
             */
            requester_org_name: string;
            /** @description The requester by name. */
            requester_person: components["schemas"]["PersonRef"] | null;
            /** @description Of the first activation; null before it. */
            deployer_person: components["schemas"]["PersonRef"] | null;
            /** @description The requester of the build by name. */
            builder_person: components["schemas"]["PersonRef"] | null;
            /**
             * @description SHA-256 of the targeting file.
             * @example sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
             */
            digest: string;
            /** @description The activated deployment of the same design on the target, which an activation would replace. */
            replaces: {
                /**
                 * Format: uuid
                 * @description Id; never changes.
                 */
                id: string;
                /**
                 * Format: uuid
                 * @description Id of the build.
                 */
                build_id: string;
                /**
                 * @description Bytes of the targeting file.
                 * @example 48213
                 */
                filesize: number;
                /**
                 * Format: date-time
                 * @description Time of the build's completion.
                 * @example 2026-01-05T09:00:00.000Z
                 */
                build_date: string;
            } | null;
            /** @description The deployment that `rollback` would activate again; null without one. */
            rollback_to: {
                /**
                 * Format: uuid
                 * @description Id; never changes.
                 */
                id: string;
                /**
                 * Format: uuid
                 * @description Id of the build.
                 */
                build_id: string;
                /**
                 * @description Bytes of the targeting file.
                 * @example 48213
                 */
                filesize: number;
                /**
                 * Format: date-time
                 * @description Time of the build's completion.
                 * @example 2026-01-05T09:00:00.000Z
                 */
                build_date: string;
            } | null;
            /** @description Time of the last activation. */
            activated_at: string | null;
            /** @description Time of the last deactivation. */
            deactivated_at: string | null;
            /** @description Time at which a pending request is cancelled with the reason `expired`; null: never. */
            expires_at: string | null;
            /** @description The question that the pending request waits for; null: it waits for a decision. */
            open_question: components["schemas"]["OpenQuestion"] | null;
            /** @description Scheduled activation and deactivation; null without a schedule. */
            schedule: components["schemas"]["DeploymentSchedule"] | null;
            /** @description When the requester proposes to activate and to deactivate it; null: they named no time. */
            proposed: components["schemas"]["ProposedDates"] | null;
            /** @description Null where one administrator may activate, or delete an active deployment. */
            approvals: components["schemas"]["Approvals"] | null;
            /** @description Whether the target allows activations now; null without hours and freezes: always. */
            window: components["schemas"]["ActivationWindow"] | null;
            /** @description Verdicts of the target's activation rules, for its administrators; rules that the request meets come first. */
            rules: components["schemas"]["RuleLine"][];
            /** @description For an activated deployment, every agent that should load it; for others, the agents that still report it. */
            agents: components["schemas"]["AgentState"][];
            /** @description State on the agents; null unless activated. */
            actual: ("loaded" | "pending" | "failed" | "no_agent") | null;
            /** @description Number of the target's agents that should load it by its tags; 0 unless activated. */
            agents_expected: number;
            /** @description Number of online agents that report it loaded. */
            agents_loaded: number;
            /** @description Number of online agents that report it failed or refused. */
            agents_failed: number;
            /** @description Time of the report with the last lookup that it matched; null: no match is known. */
            last_match_at: string | null;
            /** @description Since when all its matches are counted; null unless activated, and while an agent of its target does not count. */
            matches_counted_since: string | null;
            /** @description Lookups that it matched on each of the last 14 days (UTC), today last. */
            daily_matches: number[];
            /** @description The caller's permissions. */
            permissions: {
                /** @description Activate, reject, deactivate, delete, tag and schedule it. */
                administer: boolean;
                /** @description Cancel the request. */
                cancel: boolean;
                /** @description False where the target's four-eyes rule forbids the caller to activate what they, or a credential that they issued, requested. */
                activate_own: boolean;
                /** @description The side for which the caller comments: administrators ask, requesters answer; null: the caller may not. */
                comment_as: ("administrator" | "requester") | null;
            };
        };
        /** @description What an administrator wants done to a deployment at a time, and why the last such thing could not be done. */
        DeploymentSchedule: {
            /** @description Time of the scheduled activation; null without one. */
            activate_at: string | null;
            /** @description Time of the scheduled deactivation; null without one. */
            deactivate_at: string | null;
            /** @description Whether the activation waits because the target is closed for activations at its time. */
            waits_for_window: boolean;
            /** @description With `waits_for_window`, when it runs; null where the target does not open within a year. */
            opens_at: string | null;
            /**
             * @description E-mail of the user of the pending schedule; null without one.
             * @example administrator@partner.example
             */
            by: string | null;
            /** @description The person behind `by`. */
            by_person: components["schemas"]["PersonRef"] | null;
            /** @description Last failed action; null without one, and once the deployment has changed since. */
            last_problem: {
                /**
                 * @description The action.
                 * @enum {string}
                 */
                action: "activate" | "deactivate";
                /**
                 * Format: date-time
                 * @description Scheduled time.
                 * @example 2026-01-05T09:00:00.000Z
                 */
                at: string;
                /**
                 * @description E-mail of the user of the schedule.
                 * @example administrator@partner.example
                 */
                by: string;
                /**
                 * @description Reason for the failure, in a sentence.
                 * @example Another deployment of the design is activated there.
                 */
                problem: string;
            } | null;
        };
        /** @description The definition of a targeting: its sets, its owner and the status of its build. */
        Design: {
            /**
             * Format: uuid
             * @description Id; never changes.
             */
            id: string;
            /**
             * @description Display name.
             * @example Coffee shops Berlin
             */
            name: string;
            /**
             * @description Type of the design.
             * @enum {string}
             */
            type: "proximity" | "audience";
            /**
             * @description Where the design is on its way to a build. Transitions: `in_design` → `requested`, `built`; `requested` → `building`, `rejected`, `failed`; `rejected` → `requested`, `built`; `building` → `built`, `rejected`, `failed`; `failed` → `requested`, `rejected`; `built` → `requested`, `built`.
             * @enum {string}
             */
            status: "in_design" | "requested" | "rejected" | "building" | "failed" | "built";
            /**
             * Format: date-time
             * @description Time of creation.
             * @example 2026-01-05T09:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             * @example 2026-01-05T09:00:00.000Z
             */
            updated_at: string;
            /** @description Whether an external build is attached: the design cannot be edited. */
            external_build: boolean;
            /**
             * @deprecated
             * @description Number of geofences or of audience conditions.
             * @example 120
             */
            design_size: number;
            /** @description The newest completed build. */
            most_recent_build: string | null;
            /**
             * Format: uuid
             * @description User id of the owner.
             */
            owner_id: string;
            /**
             * Format: uuid
             * @description Organization id of the owner.
             */
            owner_org_id: string;
            /**
             * @description E-mail of the owner.
             * @example designer@acme.example
             */
            owner_name: string;
            /** @description Price in CPM, a decimal string. */
            price_cpm: {
                /**
                 * @description Price in CPM for most countries, a decimal string.
                 * @example 0.45
                 */
                base: string;
            } | null;
            /** @description Number of distinct builds with an activated deployment that the caller sees. */
            active_builds: number;
            /** @description Whether it is shared with the caller. */
            is_shared_to_current_user: boolean;
            /** @description Whether it is shared with the caller's whole organization. */
            is_shared_to_current_org: boolean;
            /** @description The sets, in the design's order. */
            sets: components["schemas"]["Set"][];
            /** @description Ids of all sets of the design. */
            set_ids: string[];
            /** @description Users and organizations with explicitly granted access. */
            collaborators: components["schemas"]["Collaborator"][];
        };
        /** @description The data that a design follows, and what follows when they change. */
        DesignData: {
            /** @description The sources of the newest build, the oldest data first. */
            sources: {
                /**
                 * @description Slug of the inventory source.
                 * @example acme-mobile
                 */
                slug: string;
                /**
                 * @description Display name.
                 * @example Coffee shops Berlin
                 */
                name: string;
                /**
                 * Format: date-time
                 * @description When the data that the newest build has read were processed.
                 * @example 2026-01-05T09:00:00.000Z
                 */
                built_on: string;
                /** @description When the source's current data were processed. */
                newest: string | null;
                /** @description Whether the source has changed since the build read it. */
                stale: boolean;
            }[];
            /** @description The release of points of interest of the newest build; null without a query. */
            points_of_interest: {
                /**
                 * @description Display name.
                 * @example Coffee shops Berlin
                 */
                name: string;
                /**
                 * Format: date-time
                 * @description When the release that the newest build names was imported.
                 * @example 2026-01-05T09:00:00.000Z
                 */
                built_on: string;
                /** @description When the current release was imported; null without one. */
                newest: string | null;
                /** @description Whether another release is current. */
                stale: boolean;
            } | null;
            /** @description The sets whose geofences are pulled, in their order. */
            lists: {
                /**
                 * Format: uuid
                 * @description Id of the set.
                 */
                set_id: string;
                /**
                 * @description Display name.
                 * @example Coffee shops Berlin
                 */
                name: string;
                /** @description When the list that the newest build has read came; null without one. */
                built_on: string | null;
                /** @description When the set's current list came; null before the first. */
                newest: string | null;
                /** @description Whether the set has another list since the build read it. */
                stale: boolean;
                /** @description From where and when; null for callers who may not edit the design. */
                pull: components["schemas"]["ListPull"] | null;
            }[];
            /** @description Whether one of them has changed since. */
            stale: boolean;
            /** @description Whether it is rebuilt when its data change. */
            rebuild_on_data: boolean;
            /** @description Whether that build is then requested for the targets where a build of the design is activated. */
            redeploy: boolean;
            /** @description E-mail of the person with whose rights this happens. */
            set_by: string | null;
            /** @description The person with whose rights this happens, by name. */
            set_by_person: components["schemas"]["PersonRef"] | null;
            /**
             * @description Why it could not be done the last time.
             * @example Another deployment of the design is activated there.
             */
            problem: string | null;
            /** @description Time of the problem; null without one. */
            problem_at: string | null;
        };
        /** @description The design of the product API: the contract's row with its revision, visibility, reasons and contents. */
        DesignDetail: {
            /**
             * Format: uuid
             * @description Id; never changes.
             */
            id: string;
            /**
             * @description Display name.
             * @example Coffee shops Berlin
             */
            name: string;
            /**
             * @description Type of the design.
             * @enum {string}
             */
            type: "proximity" | "audience";
            /**
             * @description Where the design is on its way to a build. Transitions: `in_design` → `requested`, `built`; `requested` → `building`, `rejected`, `failed`; `rejected` → `requested`, `built`; `building` → `built`, `rejected`, `failed`; `failed` → `requested`, `rejected`; `built` → `requested`, `built`.
             * @enum {string}
             */
            status: "in_design" | "requested" | "rejected" | "building" | "failed" | "built";
            /**
             * Format: date-time
             * @description Time of creation.
             * @example 2026-01-05T09:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             * @example 2026-01-05T09:00:00.000Z
             */
            updated_at: string;
            /** @description Whether an external build is attached: the design cannot be edited. */
            external_build: boolean;
            /**
             * @deprecated
             * @description Number of geofences or of audience conditions.
             * @example 120
             */
            design_size: number;
            /** @description The newest completed build. */
            most_recent_build: string | null;
            /**
             * Format: uuid
             * @description User id of the owner.
             */
            owner_id: string;
            /**
             * Format: uuid
             * @description Organization id of the owner.
             */
            owner_org_id: string;
            /**
             * @description E-mail of the owner.
             * @example designer@acme.example
             */
            owner_name: string;
            /** @description Price in CPM, a decimal string. */
            price_cpm: {
                /**
                 * @description Price in CPM for most countries, a decimal string.
                 * @example 0.45
                 */
                base: string;
            } | null;
            /** @description Number of distinct builds with an activated deployment that the caller sees. */
            active_builds: number;
            /** @description Whether it is shared with the caller. */
            is_shared_to_current_user: boolean;
            /** @description Whether it is shared with the caller's whole organization. */
            is_shared_to_current_org: boolean;
            /** @description The sets, in the design's order. */
            sets: components["schemas"]["Set"][];
            /** @description Ids of all sets of the design. */
            set_ids: string[];
            /** @description Users and organizations with explicitly granted access. */
            collaborators: components["schemas"]["Collaborator"][];
            /**
             * @description Increases with every change. Send it as `If-Match` to write only if nothing has changed since.
             * @example 3
             */
            revision: number;
            /** @description Visibility tags of the design. */
            visibility: string[];
            /**
             * @description Reason for the status; null without one.
             * @example The set 'Shops' holds no geofences.
             */
            status_reason: string | null;
            /** @description The owner by name; null where they are gone. */
            owner_person: components["schemas"]["PersonRef"] | null;
            /** @description `members_see` of the owner's organization; null for callers who see the design through a target. */
            owner_org_members_see: ("own_and_shared" | "all") | null;
            /** @description The design's own price; null: the organization's price applies. */
            own_price_cpm: {
                /**
                 * @description Price in CPM for most countries, a decimal string.
                 * @example 0.45
                 */
                base: string;
            } | null;
            /** @description Reason that name and sets cannot be edited now; null for an editable design. */
            frozen: components["schemas"]["Frozen"] | null;
            /** @description Contents of the sets; null for a caller who sees the design only through a target. */
            contents: components["schemas"]["DesignSet"][] | null;
            /** @description Null for proximity designs without points of interest, and for a caller who sees the design only through a target. */
            data: components["schemas"]["DesignData"] | null;
            /** @description The caller's permissions. */
            permissions: components["schemas"]["DesignPermissions"];
        };
        /** @description The caller's permissions on a design. */
        DesignPermissions: {
            /** @description Read the sets' contents and the history, and test the current contents. */
            see_contents: boolean;
            /** @description Change name and sets while the design is not frozen. */
            edit: boolean;
            /** @description Request a build. */
            request_build: boolean;
            /** @description Request deployment of its builds. */
            request_deployment: boolean;
            /** @description Change collaborators and visibility tags. */
            share: boolean;
            /** @description Delete it. */
            delete: boolean;
            /** @description Make a copy that the caller owns. */
            duplicate: boolean;
            /** @description Set the price of this design. */
            set_price: boolean;
            /** @description Transfer it to another owner. */
            change_owner: boolean;
            /** @description Attach an external build. */
            upload_build: boolean;
        };
        /** @description Row of List Designs with `detail=true`. */
        DesignRow: {
            /**
             * Format: uuid
             * @description Id; never changes.
             */
            id: string;
            /**
             * @description Display name.
             * @example Coffee shops Berlin
             */
            name: string;
            /**
             * @description Type of the design.
             * @enum {string}
             */
            type: "proximity" | "audience";
            /**
             * @description Where the design is on its way to a build. Transitions: `in_design` → `requested`, `built`; `requested` → `building`, `rejected`, `failed`; `rejected` → `requested`, `built`; `building` → `built`, `rejected`, `failed`; `failed` → `requested`, `rejected`; `built` → `requested`, `built`.
             * @enum {string}
             */
            status: "in_design" | "requested" | "rejected" | "building" | "failed" | "built";
            /**
             * Format: date-time
             * @description Time of creation.
             * @example 2026-01-05T09:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             * @example 2026-01-05T09:00:00.000Z
             */
            updated_at: string;
            /** @description Whether an external build is attached: the design cannot be edited. */
            external_build: boolean;
            /**
             * @deprecated
             * @description Number of geofences or of audience conditions.
             * @example 120
             */
            design_size: number;
            /** @description The newest completed build. */
            most_recent_build: string | null;
            /**
             * Format: uuid
             * @description User id of the owner.
             */
            owner_id: string;
            /**
             * Format: uuid
             * @description Organization id of the owner.
             */
            owner_org_id: string;
            /**
             * @description E-mail of the owner.
             * @example designer@acme.example
             */
            owner_name: string;
            /** @description Price in CPM, a decimal string. */
            price_cpm: {
                /**
                 * @description Price in CPM for most countries, a decimal string.
                 * @example 0.45
                 */
                base: string;
            } | null;
            /** @description Number of distinct builds with an activated deployment that the caller sees. */
            active_builds: number;
            /** @description Whether it is shared with the caller. */
            is_shared_to_current_user: boolean;
            /** @description Whether it is shared with the caller's whole organization. */
            is_shared_to_current_org: boolean;
            /** @description The sets, in the design's order. */
            sets: components["schemas"]["Set"][];
            /** @description Ids of all sets of the design. */
            set_ids: string[];
            /** @description Users and organizations with explicitly granted access. */
            collaborators: components["schemas"]["Collaborator"][];
            /**
             * @description Increases with every change. Send it as `If-Match` to write only if nothing has changed since.
             * @example 3
             */
            revision: number;
            /**
             * @description Reason for the status; null without one.
             * @example The set 'Shops' holds no geofences.
             */
            status_reason: string | null;
            /** @description The owner by name; null where they are gone. */
            owner_person: components["schemas"]["PersonRef"] | null;
            /** @description Visibility tags of the design. */
            visibility: string[];
            /** @description Reason that name and sets cannot be edited now; null for an editable design. */
            frozen: components["schemas"]["Frozen"] | null;
            /** @description The newest completed build; null without one, or if the caller does not see it. */
            last_build: {
                /**
                 * Format: uuid
                 * @description Id of the build.
                 */
                id: string;
                /**
                 * Format: date-time
                 * @description Time of completion.
                 * @example 2026-01-05T09:00:00.000Z
                 */
                date: string;
                /**
                 * @description Bytes of its targeting file.
                 * @example 48213
                 */
                size: number;
            } | null;
            /** @description Its activated deployments, by name of the target. */
            live: components["schemas"]["LivePlace"][];
            /** @description Number of pending requests that the caller sees, without those scheduled. */
            requested_deployments: number;
            /** @description Number of requests with a scheduled activation that the caller sees. */
            scheduled_deployments: number;
            /** @description Zero for a caller who sees the design only through a target. */
            shared_with: {
                /**
                 * @description Number of users.
                 * @example 2
                 */
                people: number;
                /**
                 * @description Number of organizations.
                 * @example 1
                 */
                organizations: number;
            };
            /** @description Null for proximity designs, and for a caller who sees the design only through a target. */
            data: components["schemas"]["DesignData"] | null;
            /** @description The caller's permissions. */
            permissions: components["schemas"]["DesignPermissions"];
        };
        /** @description A set with its contents and its last editor: the number and bounds of geofences, or the audience expression. */
        DesignSet: {
            /**
             * Format: uuid
             * @description Id of the set.
             */
            set_id: string;
            /**
             * @description Name of the set.
             * @example City center
             */
            set_name: string;
            /**
             * @description Agents return it for a match; unique within its design.
             * @example COFFEE-CENTER
             */
            targeting_code: string;
            /** @description Number and extent of the geofences; null for audience designs. */
            geofences: {
                /**
                 * @description Number of geofences.
                 * @example 120
                 */
                count: number;
                /** @description West, south, east, north in degrees; null without geofences. */
                bounds: [
                    number,
                    number,
                    number,
                    number
                ] | null;
            } | null;
            /** @description For audience designs: an expression over inventory sources. */
            audience: components["schemas"]["Audience"] | null;
            /** @description The query that makes the geofences; null without one. */
            points_of_interest: components["schemas"]["SetPois"] | null;
            /**
             * @description Increases with every change of the set's name, code or contents.
             * @example 3
             */
            revision: number;
            /**
             * Format: date-time
             * @description Time of the last change.
             * @example 2026-01-05T09:00:00.000Z
             */
            updated_at: string;
            /** @description E-mail of the last editor; null where unknown. */
            updated_by: string | null;
            /** @description The last editor by name; null where unknown. */
            updated_by_person: components["schemas"]["PersonRef"] | null;
        };
        /** @description The reason that name and sets of a design cannot be edited now. */
        Frozen: {
            /**
             * @description Cause: a requested, running or failed build, or an external targeting file.
             * @enum {string}
             */
            cause: "requested" | "building" | "failed" | "external";
            /**
             * @description Reason and end, as text.
             * @example Spring campaign, new shops added
             */
            reason: string;
            /** @description Id of the build that freezes it. */
            build_id: string | null;
        };
        /** @description Result of a geofence import: the accepted rows, and the first 1,000 refused rows with their line and reason. */
        GeofenceImport: {
            /**
             * Format: uuid
             * @description Id of the set.
             */
            set_id: string;
            /**
             * @description Number of accepted rows.
             * @example 120
             */
            accepted_row_count: number;
            /** @description Accepted geofences that are new in the set. */
            added_count: number;
            /** @description Accepted geofences that took the place of those with their id. */
            updated_count: number;
            /** @description Accepted geofences that an update found as they are. */
            unchanged_count: number;
            /** @description Geofences that were there before and stay. */
            kept_count: number;
            /** @description Geofences that were there before and are gone. */
            removed_count: number;
            /**
             * @description Number of refused rows.
             * @example 0
             */
            refused_row_count: number;
            /** @description The refused rows, each with its line and the reason. */
            refused: {
                /**
                 * @description Number of the line, from 1.
                 * @example 17
                 */
                line: number;
                /**
                 * @description Reason for the refusal.
                 * @example latitude must be from -90 to 90
                 */
                reason: string;
            }[];
            /** @description Likely mistakes in accepted rows; one entry per kind, with the first lines. */
            warnings: components["schemas"]["ImportWarning"][];
            /** @description West, south, east, north in degrees; null without geofences. */
            bounds: [
                number,
                number,
                number,
                number
            ] | null;
            /**
             * @description Current number of geofences of the design.
             * @example 120
             */
            design_size: number;
            /**
             * @description Increases with every change. Send it as `If-Match` to write only if nothing has changed since.
             * @example 3
             */
            revision: number;
        };
        /** @description A warning about accepted rows. */
        ImportWarning: {
            /**
             * @description Code for programs.
             * @enum {string}
             */
            kind: "duplicate" | "default_radius" | "small_radius" | "null_island" | "ring_closed" | "covers_nothing" | "hole_outside" | "property_left_out" | "duplicate_id" | "shape_beside_point" | "cut_off" | "crosses_antimeridian";
            /**
             * @description Description of the likely mistake.
             * @example 2 geofences occur twice
             */
            message: string;
            /**
             * @description Number of occurrences.
             * @example 2
             */
            count: number;
            /** @description The first 20 line numbers. */
            lines: number[];
            /** @description Of crosses_antimeridian: degrees of longitude that each of the listed rows covers. */
            widths?: number[];
        };
        /** @description From where and when the geofences of a set are pulled. */
        ListPull: {
            /**
             * @description The address; of https without its query, which may be a signature.
             * @example https://example.com/hooks/targeting
             */
            url: string;
            /** @description Whether the address has a query, which is not shown again. */
            has_query: boolean;
            /** @description Hours from one pull to the next; null: once a day. */
            every_hours: number | null;
            /** @description Time of day of the pull; null: every few hours. */
            daily_at: string | null;
            /** @description Of `daily_at`; null: UTC. */
            time_zone: string | null;
            /** @description Name of the header that is sent along; its value is not shown again. */
            header_name: string | null;
            /** @description Access key for S3; its secret is not shown again. */
            access_key_id: string | null;
            /** @description Whether it is being pulled now. */
            running: boolean;
            /**
             * Format: date-time
             * @description When it is pulled next; while it fails, when it is tried again.
             * @example 2026-01-05T09:00:00.000Z
             */
            next_at: string;
            /** @description When the file was last fetched, or found unchanged. */
            last_pulled_at: string | null;
            /** @description When a fetched file last changed the data. */
            last_changed_at: string | null;
            /** @description Failed attempts in a row. */
            failures: number;
            /**
             * @description Why the last attempt failed.
             * @example Another deployment of the design is activated there.
             */
            problem: string | null;
            /** @description Time of the last failed attempt; null since one succeeded. */
            problem_at: string | null;
            /**
             * @description `replace`: instead of the geofences of the set; `update`: instead of those with an `id` of the file, and after the others.
             * @enum {string}
             */
            mode: "replace" | "update";
        };
        /** @description An activated deployment of the design that the caller sees. */
        LivePlace: {
            /**
             * Format: uuid
             * @description Id of the deployment.
             */
            deployment_id: string;
            /**
             * Format: uuid
             * @description Id of the build.
             */
            build_id: string;
            /**
             * Format: uuid
             * @description Id of the deployment target.
             */
            target_id: string;
            /**
             * @description Name of the deployment target.
             * @example Partner DSP, Frankfurt
             */
            target: string;
            /** @description Whether the design has a newer completed build. */
            out_of_date: boolean;
            /** @description State on the agents; null unless activated. */
            actual: ("loaded" | "pending" | "failed" | "no_agent") | null;
            /** @description Number of the target's agents that should load it by its tags; 0 unless activated. */
            agents_expected: number;
            /** @description Number of online agents that report it loaded. */
            agents_loaded: number;
            /** @description Number of online agents that report it failed or refused. */
            agents_failed: number;
            /** @description Lookups that it matched on the current day (UTC); null where an agent of its target does not count. */
            matches_today: number | null;
        };
        /** @description Result of a test. */
        LookupTestResult: {
            /**
             * @description Source of the answer: the saved contents, or a build's file.
             * @enum {string}
             */
            against: "current" | "build";
            /** @description Id of the build. */
            build_id: string | null;
            /** @description Time of the build's completion. */
            build_date: string | null;
            /** @description Matching sets, in the design's order; without one, an agent would answer `[]`. */
            sets: components["schemas"]["MatchedSet"][];
            /**
             * @description Number of checked sets.
             * @example 2
             */
            checked_set_count: number;
            /** @description Probability that a device outside every set matches, by the file's fingerprints; 0 for an exact file. */
            false_match_probability: number;
            /**
             * @description Duration in milliseconds.
             * @example 12
             */
            elapsed_ms: number;
        };
        /** @description A geofence that contains the point. */
        MatchedGeofence: {
            /** @description Index in the set's geofences; null for a build's file, which orders them differently. */
            index: number | null;
            /**
             * @description Name from the import; null without one.
             * @example Alexanderplatz
             */
            name: string | null;
            /**
             * @description Shape of the geofence.
             * @enum {string}
             */
            shape: "circle" | "polygon";
            /** @description GeoJSON; for a build's file, the circle or polygon of the file. */
            feature: {
                /**
                 * @description GeoJSON type.
                 * @constant
                 */
                type: "Feature";
            } & {
                [key: string]: unknown;
            };
        };
        /** @description A set that matches. */
        MatchedSet: {
            /**
             * Format: uuid
             * @description Id of the set.
             */
            set_id: string;
            /**
             * @description Name of the set.
             * @example City center
             */
            set_name: string;
            /**
             * @description Agents return it for a match; unique within its design.
             * @example COFFEE-CENTER
             */
            targeting_code: string;
            /** @description Number of its matching geofences; null for audience sets. */
            geofence_count: number | null;
            /** @description The first 50 matching geofences; null for audience sets. */
            geofences: components["schemas"]["MatchedGeofence"][] | null;
        };
        /** @description A new set: `geofences` (a FeatureCollection) in proximity designs, `audience` in audience designs. */
        NewSet: {
            /**
             * @description Name of the set.
             * @example City center
             */
            set_name: string & (unknown & unknown);
            /**
             * @description Agents return it for a match; derived from the set's name when absent.
             * @example COFFEE-CENTER
             */
            targeting_code?: string;
            /** @description For proximity designs: a GeoJSON FeatureCollection of Points with `properties.radius` in meters, Polygons and MultiPolygons. */
            geofences?: {
                /**
                 * @description GeoJSON type.
                 * @constant
                 */
                type: "FeatureCollection";
                /** @description GeoJSON features; a named one has a `name` in its `properties`. */
                features: unknown[];
            } & {
                [key: string]: unknown;
            };
            /** @description For audience designs: an expression over inventory sources. */
            audience?: components["schemas"]["Audience"];
        };
        /** @description The question that a request waits for. */
        OpenQuestion: {
            /** @description Id; never changes. */
            id: string;
            /** @description Text of the question. */
            text: string;
            /**
             * Format: date-time
             * @description Time.
             * @example 2026-01-05T09:00:00.000Z
             */
            at: string;
            /** @description E-mail of the author. */
            author: string;
            author_person: components["schemas"]["PersonRef"];
        };
        /** @description The person behind an e-mail of the same row. */
        PersonRef: {
            /**
             * Format: uuid
             * @description Id; never changes.
             */
            id: string;
            /**
             * @description First and last name; empty where neither is known.
             * @example Coffee shops Berlin
             */
            name: string;
            /**
             * @description Name of their organization.
             * @example acme
             */
            organization: string;
        };
        /** @description The query over points of interest of a set. */
        PoiQuery: {
            /**
             * @description Brands and categories, each with the radius of its geofences; of several that fit the first counts.
             * @example [
             *       {
             *         "category": "pharmacy",
             *         "radius": 150
             *       }
             *     ]
             */
            choices: {
                /**
                 * @description Branches of this brand, or of this name where no brand is known.
                 * @example Acme
                 */
                brand?: string & (unknown & unknown);
                /**
                 * @description Points of interest of this category.
                 * @example pharmacy
                 */
                category?: string & (unknown & unknown);
                /**
                 * @description Meters of the geofence around each.
                 * @example 150
                 */
                radius: number;
            }[];
            /** @description Where they lie; every given part must hold. Case and accents do not count. */
            area: {
                /**
                 * @description Country, ISO 3166-1 alpha-2.
                 * @example DE
                 */
                country?: string;
                /**
                 * @description State or province, as the release has it.
                 * @example Hamburg
                 */
                region?: string & (unknown & unknown);
                /**
                 * @description City or town.
                 * @example Hamburg
                 */
                locality?: string & (unknown & unknown);
                /** @description Within a distance of a position. */
                near?: {
                    /** @description Latitude in degrees. */
                    latitude: number;
                    /** @description Longitude in degrees. */
                    longitude: number;
                    /**
                     * @description Largest distance in meters.
                     * @example 5000
                     */
                    meters: number;
                };
            };
            /** @description Ids of points of interest that get no geofence. */
            left_out: string[];
        };
        /** @description When the requester proposes to activate and to deactivate. */
        ProposedDates: {
            /** @description Null: as soon as an administrator decides. */
            activate_at: string | null;
            /** @description Null: never. */
            deactivate_at: string | null;
        };
        /** @description Verdict of an activation rule on a deployment. */
        RuleLine: {
            /**
             * Format: uuid
             * @description Id of the activation rule.
             */
            rule_id: string;
            /**
             * @description Display name.
             * @example Coffee shops Berlin
             */
            name: string;
            /**
             * @description `off`: does nothing; `dry_run`: records what it would have done; `active`: activates requests.
             * @enum {string}
             */
            mode: "off" | "dry_run" | "active";
            /**
             * @description `would_activate` of a dry run; `missed`: a condition did not hold when it was last looked at.
             * @enum {string}
             */
            outcome: "would_activate" | "activated" | "missed";
            /** @description The conditions that did not hold; none where all did. */
            misses: components["schemas"]["RuleMiss"][];
            /**
             * Format: date-time
             * @description When the rule last looked at the request.
             * @example 2026-01-05T09:00:00.000Z
             */
            at: string;
        };
        /** @description A condition of an activation rule that did not hold. */
        RuleMiss: {
            /**
             * @description Code for programs.
             * @enum {string}
             */
            code: "author" | "four_eyes" | "undone" | "question" | "scheduled" | "proposed_later" | "newer_request" | "no_active_build" | "older_build" | "organization" | "targeting_codes" | "size" | "items" | "warnings" | "outside_hours" | "daily_limit" | "approvals" | "refused" | "failed";
            /**
             * @description For people, to follow the name of the rule: `34% larger, limit 20%`.
             * @example Please by Monday.
             */
            message: string;
            /** @description Values in the message. */
            figures: {
                [key: string]: unknown;
            };
        };
        /** @description A set of a design. */
        Set: {
            /**
             * Format: uuid
             * @description Id of the set.
             */
            set_id: string;
            /**
             * @description Name of the set.
             * @example City center
             */
            set_name: string;
            /**
             * @description Agents return it for a match; unique within its design.
             * @example COFFEE-CENTER
             */
            targeting_code: string;
        };
        /** @description Difference of a set from the previous completed build. */
        SetDifference: {
            /**
             * Format: uuid
             * @description Id of the set.
             */
            set_id: string;
            /**
             * @description Name of the set.
             * @example City center
             */
            set_name: string;
            /**
             * @description Agents return it for a match; unique within its design.
             * @example COFFEE-CENTER
             */
            targeting_code: string;
            /**
             * @description `changed`: another name, code or count, or other geofences.
             * @enum {string}
             */
            change: "added" | "removed" | "changed" | "unchanged";
            /**
             * @description Number of geofences, or of devices reached; null for an added set.
             * @example 118
             */
            items_before: number | null;
            /**
             * @description Null for a removed set.
             * @example 120
             */
            items_after: number | null;
            /** @description Number of new geofences; null where unknown, as for audiences. */
            items_added: number | null;
            /** @description Number of removed geofences; null where unknown. */
            items_removed: number | null;
        };
        /** @description The query from which the geofences of a set are made. */
        SetPois: {
            /** @description The query. */
            query: components["schemas"]["PoiQuery"];
            /**
             * Format: uuid
             * @description Id of the release over which the geofences were made.
             */
            release_id: string;
            /** @description Name of that release. */
            release_name: string;
            /** @description Whether a newer release is current: the next build is made over it. */
            stale: boolean;
        };
        /** @description An access token of a user. */
        TokenGrant: {
            /**
             * Format: uuid
             * @description Id of the user, for all later requests for that user.
             */
            uid: string;
            /**
             * @description Access token, sent as `Authorization: Bearer`.
             * @example tst_7Hq…
             */
            token: string;
            /**
             * @description Time of expiry in epoch seconds.
             * @example 1767690000
             */
            expiration: number;
        };
    };
    responses: never;
    parameters: {
        /** @description Runs the request once per caller, method and path: its answer is replayed for 24 hours, with the header `Idempotency-Replayed: true`. The same key with another request answers 422. */
        IdempotencyKey: string;
        /** @description The revision that was decided upon; 412 when it is no longer the current one. */
        IfMatch: string;
        /** @description The digest of the targeting file that was decided upon; 412 when it is another. */
        BuildDigest: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getBuild: {
        parameters: {
            path: {
                /** @description Id of the build. */
                build_id: string;
            };
        };
        responses: {
            /** @description It is done. */
            200: {
                content: {
                    "application/json": {
                        /**
                         * @description Version of the API.
                         * @constant
                         */
                        version: 4;
                        /**
                         * @description `OK`: the request succeeded.
                         * @constant
                         */
                        status: "OK";
                        /** @description The result. */
                        response: {
                            /** @description The object. */
                            data: components["schemas"]["BuildDetail"];
                        };
                    };
                };
            };
        };
    };
    getChecklistOfDeployment: {
        parameters: {
            path: {
                /** @description Id of the deployment. */
                deployment_id: string;
            };
        };
        responses: {
            /** @description It is done. */
            200: {
                content: {
                    "application/json": {
                        /**
                         * @description Version of the API.
                         * @constant
                         */
                        version: 4;
                        /**
                         * @description `OK`: the request succeeded.
                         * @constant
                         */
                        status: "OK";
                        /** @description The result. */
                        response: {
                            /** @description The object. */
                            data: components["schemas"]["DeploymentChecklist"];
                        };
                    };
                };
            };
        };
    };
    getDeployment: {
        parameters: {
            path: {
                /** @description Id of the deployment. */
                deployment_id: string;
            };
        };
        responses: {
            /** @description It is done. */
            200: {
                content: {
                    "application/json": {
                        /**
                         * @description Version of the API.
                         * @constant
                         */
                        version: 4;
                        /**
                         * @description `OK`: the request succeeded.
                         * @constant
                         */
                        status: "OK";
                        /** @description The result. */
                        response: {
                            /** @description The object. */
                            data: components["schemas"]["DeploymentDetail"];
                        };
                    };
                };
            };
        };
    };
    listBuildsOfDesign: {
        parameters: {
            query?: {
                /** @description Maximum rows per page; 0 gives the total alone. */
                limit?: number;
                /** @description Offset of the first row: with `limit` 10, 0 gives the first ten rows and 10 the next ten. */
                offset?: number;
            };
            path: {
                /** @description Id of the design. */
                design_id: string;
            };
        };
        responses: {
            /** @description It is done. */
            200: {
                content: {
                    "application/json": {
                        /**
                         * @description Version of the API.
                         * @constant
                         */
                        version: 4;
                        /**
                         * @description `OK`: the request succeeded.
                         * @constant
                         */
                        status: "OK";
                        /** @description The result. */
                        response: {
                            /** @description The rows of this page. */
                            data: components["schemas"]["BuildDetail"][];
                            /**
                             * @description Rows in `data`.
                             * @example 1
                             */
                            included_row_count: number;
                            /**
                             * @description Matching rows on all pages.
                             * @example 1
                             */
                            total_row_count: number;
                        };
                    };
                };
            };
        };
    };
    replaceGeofencesOfSet: {
        parameters: {
            query?: {
                /** @description `replace`: instead of the geofences of the set; `add`: after them; `update`: instead of those with an `id` of the file, and after the others. */
                mode?: "replace" | "add" | "update";
                /** @description Makes an area of so many meters around each line of the file; lines are refused without it. */
                buffer_meters?: number;
            };
            header?: {
                /** @description Runs the request once per caller, method and path: its answer is replayed for 24 hours, with the header `Idempotency-Replayed: true`. The same key with another request answers 422. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The revision that was decided upon; 412 when it is no longer the current one. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the design. */
                design_id: string;
                /** @description Id of the set. */
                set_id: string;
            };
        };
        requestBody: {
            content: {
                "*/*": unknown;
            };
        };
        responses: {
            /** @description It is done. */
            200: {
                content: {
                    "application/json": {
                        /**
                         * @description Version of the API.
                         * @constant
                         */
                        version: 4;
                        /**
                         * @description `OK`: the request succeeded.
                         * @constant
                         */
                        status: "OK";
                        /** @description The result. */
                        response: {
                            /** @description The object. */
                            data: components["schemas"]["GeofenceImport"];
                        };
                    };
                };
            };
        };
    };
    testDesign: {
        parameters: {
            header?: {
                /** @description Runs the request once per caller, method and path: its answer is replayed for 24 hours, with the header `Idempotency-Replayed: true`. The same key with another request answers 422. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the design. */
                design_id: string;
            };
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "latitude": 52.5219,
                 *       "longitude": 13.4132
                 *     }
                 */
                "application/json": {
                    /** @description Degrees north, WGS 84; with `longitude`. */
                    latitude?: number;
                    /** @description Degrees east, WGS 84; with `latitude`. */
                    longitude?: number;
                    /** @description A device id instead of a point, for audience designs. */
                    device_id?: string;
                    /**
                     * Format: uuid
                     * @description Id of the build whose file answers; the saved contents by default.
                     */
                    build_id?: string;
                };
            };
        };
        responses: {
            /** @description It is done. */
            200: {
                content: {
                    "application/json": {
                        /**
                         * @description Version of the API.
                         * @constant
                         */
                        version: 4;
                        /**
                         * @description `OK`: the request succeeded.
                         * @constant
                         */
                        status: "OK";
                        /** @description The result. */
                        response: {
                            /** @description The object. */
                            data: components["schemas"]["LookupTestResult"];
                        };
                    };
                };
            };
        };
    };
    createDesign: {
        parameters: {
            header?: {
                /** @description Runs the request once per caller, method and path: its answer is replayed for 24 hours, with the header `Idempotency-Replayed: true`. The same key with another request answers 422. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Coffee shops Berlin",
                 *       "type": "proximity",
                 *       "sets": [
                 *         {
                 *           "set_name": "City center",
                 *           "targeting_code": "COFFEE-CENTER",
                 *           "geofences": {
                 *             "type": "FeatureCollection",
                 *             "features": [
                 *               {
                 *                 "type": "Feature",
                 *                 "properties": {
                 *                   "name": "Alexanderplatz",
                 *                   "radius": 150
                 *                 },
                 *                 "geometry": {
                 *                   "type": "Point",
                 *                   "coordinates": [
                 *                     13.4132,
                 *                     52.5219
                 *                   ]
                 *                 }
                 *               }
                 *             ]
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Name of the design; not blank.
                     * @example Coffee shops Berlin
                     */
                    name: string & (unknown & unknown);
                    /**
                     * @description Type, which never changes: places (`proximity`, sets of geofences) or devices (`audience`, sets of expressions).
                     * @enum {string}
                     */
                    type: "proximity" | "audience";
                    /**
                     * @description Sets with their contents. One refused geofence refuses the whole design.
                     * @default []
                     */
                    sets?: components["schemas"]["NewSet"][];
                };
            };
        };
        responses: {
            /** @description It was created. */
            201: {
                content: {
                    "application/json": {
                        /**
                         * @description Version of the API.
                         * @constant
                         */
                        version: 4;
                        /**
                         * @description `OK`: the request succeeded.
                         * @constant
                         */
                        status: "OK";
                        /** @description The result. */
                        response: {
                            /** @description The object. */
                            data: components["schemas"]["DesignDetail"];
                        };
                    };
                };
            };
        };
    };
    requestDeployment: {
        parameters: {
            header?: {
                /** @description Runs the request once per caller, method and path: its answer is replayed for 24 hours, with the header `Idempotency-Replayed: true`. The same key with another request answers 422. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the build. */
                build_id: string;
            };
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": {
                    /**
                     * Format: uuid
                     * @description Id of the deployment target.
                     */
                    targetId: string;
                    /**
                     * @description Message for the target's administrator, who decides on the request.
                     * @example Please by Monday.
                     */
                    message?: string;
                    /**
                     * Format: date-time
                     * @description Proposed time of activation, in the future. Absent: as soon as an administrator decides.
                     */
                    activate_at?: string;
                    /**
                     * Format: date-time
                     * @description Proposed time of deactivation, in the future and later than `activate_at`.
                     */
                    deactivate_at?: string;
                    /** @description API key; required unless a bearer token or a session identifies the caller. A client that attaches the security scheme `key` sends it in the query string, where a POST takes it only beside the same value here. */
                    KEY?: string;
                };
            };
        };
        responses: {
            /** @description It is done. */
            200: {
                content: {
                    "application/json": {
                        /**
                         * @description Version of the API.
                         * @constant
                         */
                        version: 4;
                        /**
                         * @description `OK`: the request succeeded.
                         * @constant
                         */
                        status: "OK";
                        /** @description The result. */
                        response: {
                            /** @description The object. */
                            data: components["schemas"]["Deployment"];
                        };
                    };
                };
            };
        };
    };
    listBuilds: {
        parameters: {
            query?: {
                /** @description Maximum rows per page; 0 gives the total alone. */
                limit?: number;
                /** @description Offset of the first row: with `limit` 10, 0 gives the first ten rows and 10 the next ten. */
                offset?: number;
                /** @description `desc`: newest or largest first; `asc` turns it round. Rows without the sort field's value come last in both. */
                order?: "asc" | "desc";
                /** @description Full-text search, case- and accent-insensitive: every word as the prefix of a word, or a complete GUID. Words are letters and digits; anything else is a separator. */
                q?: string;
                /** @description Only designs of this type. */
                type?: "proximity" | "audience";
                /** @description Comma-delimited visibility tags: rows stay whose design carries at least one of them. An empty list matches nothing. */
                visibility?: string[];
                /** @description Comma-delimited. `activated`, `deactivated`, `requested`: has such a deployment on the target. `requested_replacement`: a requested one that, if activated, replaces another. `out_of_date`: the target's build is superseded by a newer one. `undeployed`: none on the target, or on any target of the organization. Without `deployment_target` every target that the caller sees counts. */
                deployment_status?: ("activated" | "deactivated" | "requested" | "requested_replacement" | "out_of_date" | "undeployed")[];
                /** @description Comma-delimited slugs of targets or of their organizations, to which `deployment_status` applies; no effect without it. */
                deployment_target?: string[];
                /** @description Smallest size of the newest build's targeting file, in bytes, inclusive. */
                min_size?: number;
                /** @description Largest size of the newest build's targeting file, in bytes, inclusive. */
                max_size?: number;
                /** @description Attribute of the newest build to sort by; `build_date` by default. */
                sort?: "build_date" | "requested_at" | "last_build_size";
                /** @description `true`: the answer has the additional fields of the dashboard, and further parameters are allowed. */
                detail?: boolean;
            };
        };
        responses: {
            /** @description It is done. */
            200: {
                content: {
                    "application/json": {
                        /**
                         * @description Version of the API.
                         * @constant
                         */
                        version: 4;
                        /**
                         * @description `OK`: the request succeeded.
                         * @constant
                         */
                        status: "OK";
                        /** @description The result. */
                        response: {
                            /** @description The rows of this page. */
                            data: components["schemas"]["BuildListRow"][];
                            /**
                             * @description Rows in `data`.
                             * @example 1
                             */
                            included_row_count: number;
                            /**
                             * @description Matching rows on all pages.
                             * @example 1
                             */
                            total_row_count: number;
                        };
                    } | {
                        /**
                         * @description Version of the API.
                         * @constant
                         */
                        version: 4;
                        /**
                         * @description `OK`: the request succeeded.
                         * @constant
                         */
                        status: "OK";
                        /** @description The result. */
                        response: {
                            /** @description The rows of this page. */
                            data: components["schemas"]["BuildListDetail"][];
                            /**
                             * @description Rows in `data`.
                             * @example 1
                             */
                            included_row_count: number;
                            /**
                             * @description Matching rows on all pages.
                             * @example 1
                             */
                            total_row_count: number;
                        };
                    };
                };
            };
        };
    };
    activateDeployment: {
        parameters: {
            header?: {
                /** @description Runs the request once per caller, method and path: its answer is replayed for 24 hours, with the header `Idempotency-Replayed: true`. The same key with another request answers 422. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The revision that was decided upon; 412 when it is no longer the current one. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description The digest of the targeting file that was decided upon; 412 when it is another. */
                "X-Build-Digest"?: components["parameters"]["BuildDigest"];
            };
            path: {
                /** @description Id of the deployment. */
                deployment_id: string;
            };
        };
        requestBody?: {
            content: {
                "application/x-www-form-urlencoded": {
                    /**
                     * @description Reason or note for the other party.
                     * @example Please by Monday.
                     */
                    message?: string;
                    /**
                     * @description `true`: at the times that the requester proposed. A future `activate_at` is scheduled, and the deployment stays as it is until then; else it is activated now. Its deactivation is scheduled for `deactivate_at`. Without proposed times, as `false`.
                     * @default false
                     */
                    as_proposed?: boolean;
                    /** @description Why it is activated outside of the target's activation window, which is refused without a reason; recorded where the window is closed. */
                    override_reason?: string;
                    /** @description API key; required unless a bearer token or a session identifies the caller. A client that attaches the security scheme `key` sends it in the query string, where a POST takes it only beside the same value here. */
                    KEY?: string;
                };
            };
        };
        responses: {
            /** @description It is done. */
            200: {
                content: {
                    "application/json": {
                        /**
                         * @description Version of the API.
                         * @constant
                         */
                        version: 4;
                        /**
                         * @description `OK`: the request succeeded.
                         * @constant
                         */
                        status: "OK";
                        /** @description The result. */
                        response: {
                            /** @description The object. */
                            data: components["schemas"]["ActivatedDeployment"];
                        };
                    };
                };
            };
        };
    };
    cancelDeploymentRequest: {
        parameters: {
            header?: {
                /** @description Runs the request once per caller, method and path: its answer is replayed for 24 hours, with the header `Idempotency-Replayed: true`. The same key with another request answers 422. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The revision that was decided upon; 412 when it is no longer the current one. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the deployment. */
                deployment_id: string;
            };
        };
        requestBody?: {
            content: {
                "application/x-www-form-urlencoded": {
                    /**
                     * @description Reason or note for the other party.
                     * @example Please by Monday.
                     */
                    message?: string;
                    /** @description API key; required unless a bearer token or a session identifies the caller. A client that attaches the security scheme `key` sends it in the query string, where a POST takes it only beside the same value here. */
                    KEY?: string;
                };
            };
        };
        responses: {
            /** @description It is done. */
            200: {
                content: {
                    "application/json": {
                        /**
                         * @description Version of the API.
                         * @constant
                         */
                        version: 4;
                        /**
                         * @description `OK`: the request succeeded.
                         * @constant
                         */
                        status: "OK";
                        /** @description The result. */
                        response: Record<string, never>;
                    };
                };
            };
        };
    };
    deactivateDeployment: {
        parameters: {
            header?: {
                /** @description Runs the request once per caller, method and path: its answer is replayed for 24 hours, with the header `Idempotency-Replayed: true`. The same key with another request answers 422. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The revision that was decided upon; 412 when it is no longer the current one. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the deployment. */
                deployment_id: string;
            };
        };
        requestBody?: {
            content: {
                "application/x-www-form-urlencoded": {
                    /** @description API key; required unless a bearer token or a session identifies the caller. A client that attaches the security scheme `key` sends it in the query string, where a POST takes it only beside the same value here. */
                    KEY?: string;
                };
            };
        };
        responses: {
            /** @description It is done. */
            200: {
                content: {
                    "application/json": {
                        /**
                         * @description Version of the API.
                         * @constant
                         */
                        version: 4;
                        /**
                         * @description `OK`: the request succeeded.
                         * @constant
                         */
                        status: "OK";
                        /** @description The result. */
                        response: {
                            /** @description The object. */
                            data: components["schemas"]["Deployment"];
                        };
                    };
                };
            };
        };
    };
    deleteDeployment: {
        parameters: {
            header?: {
                /** @description Runs the request once per caller, method and path: its answer is replayed for 24 hours, with the header `Idempotency-Replayed: true`. The same key with another request answers 422. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The revision that was decided upon; 412 when it is no longer the current one. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the deployment. */
                deployment_id: string;
            };
        };
        requestBody?: {
            content: {
                "application/x-www-form-urlencoded": {
                    /** @description API key; required unless a bearer token or a session identifies the caller. A client that attaches the security scheme `key` sends it in the query string, where a POST takes it only beside the same value here. */
                    KEY?: string;
                };
            };
        };
        responses: {
            /** @description It is done. */
            200: {
                content: {
                    "application/json": {
                        /**
                         * @description Version of the API.
                         * @constant
                         */
                        version: 4;
                        /**
                         * @description `OK`: the request succeeded.
                         * @constant
                         */
                        status: "OK";
                        /** @description The result. */
                        response: Record<string, never>;
                    } | {
                        /**
                         * @description Version of the API.
                         * @constant
                         */
                        version: 4;
                        /**
                         * @description `OK`: the request succeeded.
                         * @constant
                         */
                        status: "OK";
                        /** @description The result. */
                        response: {
                            /** @description The object. */
                            data: components["schemas"]["Deployment"];
                        };
                    };
                };
            };
        };
    };
    rejectRequestedDeployment: {
        parameters: {
            header?: {
                /** @description Runs the request once per caller, method and path: its answer is replayed for 24 hours, with the header `Idempotency-Replayed: true`. The same key with another request answers 422. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The revision that was decided upon; 412 when it is no longer the current one. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the deployment. */
                deployment_id: string;
            };
        };
        requestBody?: {
            content: {
                "application/x-www-form-urlencoded": {
                    /**
                     * @description Reason or note for the other party.
                     * @example Please by Monday.
                     */
                    message?: string;
                    /** @description API key; required unless a bearer token or a session identifies the caller. A client that attaches the security scheme `key` sends it in the query string, where a POST takes it only beside the same value here. */
                    KEY?: string;
                };
            };
        };
        responses: {
            /** @description It is done. */
            200: {
                content: {
                    "application/json": {
                        /**
                         * @description Version of the API.
                         * @constant
                         */
                        version: 4;
                        /**
                         * @description `OK`: the request succeeded.
                         * @constant
                         */
                        status: "OK";
                        /** @description The result. */
                        response: Record<string, never>;
                    };
                };
            };
        };
    };
    tagDeployment: {
        parameters: {
            header?: {
                /** @description Runs the request once per caller, method and path: its answer is replayed for 24 hours, with the header `Idempotency-Replayed: true`. The same key with another request answers 422. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The revision that was decided upon; 412 when it is no longer the current one. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the deployment. */
                deployment_id: string;
            };
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "tags": "eu-west,large"
                 *     }
                 */
                "application/x-www-form-urlencoded": {
                    /**
                     * @description Comma-delimited: the whole list in place of all earlier tags; empty: none. At most 50 tags of 64 characters, none of them a control character; blanks around them and duplicates are dropped, accents are composed (NFC), and invisible characters left out.
                     * @example eu-west,large
                     */
                    tags: string;
                    /** @description API key; required unless a bearer token or a session identifies the caller. A client that attaches the security scheme `key` sends it in the query string, where a POST takes it only beside the same value here. */
                    KEY?: string;
                };
            };
        };
        responses: {
            /** @description It is done. */
            200: {
                content: {
                    "application/json": {
                        /**
                         * @description Version of the API.
                         * @constant
                         */
                        version: 4;
                        /**
                         * @description `OK`: the request succeeded.
                         * @constant
                         */
                        status: "OK";
                        /** @description The result. */
                        response: {
                            /** @description The object. */
                            data: components["schemas"]["Deployment"];
                        };
                    } | {
                        /**
                         * @description Version of the API.
                         * @constant
                         */
                        version: 4;
                        /**
                         * @description `OK`: the request succeeded.
                         * @constant
                         */
                        status: "OK";
                        /** @description The result. */
                        response: Record<string, never>;
                    };
                };
            };
        };
    };
    listDeployments: {
        parameters: {
            query?: {
                /** @description Maximum rows per page; 0 gives the total alone. */
                limit?: number;
                /** @description Offset of the first row: with `limit` 10, 0 gives the first ten rows and 10 the next ten. */
                offset?: number;
                /** @description `desc`: newest or largest first; `asc` turns it round. Rows without the sort field's value come last in both. */
                order?: "asc" | "desc";
                /** @description Full-text search, case- and accent-insensitive: every word as the prefix of a word, or a complete GUID. Words are letters and digits; anything else is a separator. */
                q?: string;
                /** @description Only designs of this type. */
                type?: "proximity" | "audience";
                /** @description Type of the target, for example `on-premises`; one that no target has matches nothing. */
                target_type?: string;
                /** @description Comma-delimited visibility tags: rows stay whose design carries at least one of them. An empty list matches nothing. */
                visibility?: string[];
                /** @description Smallest size of the deployed targeting file, in bytes, inclusive. */
                min_size?: number;
                /** @description Largest size of the deployed targeting file, in bytes, inclusive. */
                max_size?: number;
                /** @description Earliest time of approval, in epoch seconds, inclusive. With a bound, rows never approved are left out. */
                start_date?: number;
                /** @description Latest time of approval, in epoch seconds, to the end of that second. */
                end_date?: number;
                /** @description `true`: deployments of the first build of a design; `false`: of a refreshed build. */
                new_build?: boolean;
                /** @description What to sort by: latest update, first approval, completion or size of the build, request. */
                sort?: "updated_at" | "approved_at" | "build_date" | "build_size" | "requested_at";
                /** @description Comma-delimited statuses; `requested` finds pending requests. With `detail=true`: Comma-delimited statuses, those kept for the record (`cancelled`, `rejected`) too; absent: all of them. */
                status?: ("requested" | "activated" | "deactivated" | "cancelled" | "rejected")[];
                /** @description `true`: the answer has the additional fields of the dashboard, and further parameters are allowed. */
                detail?: boolean;
                /** @description With `detail=true` alone. Comma-delimited ids: these deployments alone. */
                ids?: string[];
                /** @description With `detail=true` alone. Deployments of this design alone. */
                design_id?: string;
                /** @description With `detail=true` alone. Deployments of this build alone. */
                build_id?: string;
                /** @description With `detail=true` alone. Deployments on this target alone. */
                target_id?: string;
                /** @description With `detail=true` alone. Deployments with exactly this tag. */
                tag?: string;
                /** @description With `detail=true` alone. `me`: deployments requested by the caller. */
                requested_by?: "me";
                /** @description With `detail=true` alone. Deployments requested by people of this organization. */
                requester_org_id?: string;
                /** @description With `detail=true` alone. Activated deployments in this state on the agents. */
                actual?: "loaded" | "pending" | "failed" | "no_agent";
                /** @description With `detail=true` alone. Activated deployments that have matched nothing for so many days, though all agents count matches. */
                unmatched_for?: number;
                /** @description With `detail=true` alone. Whether it has a pending schedule. */
                scheduled?: boolean;
                /** @description With `detail=true` alone. Whether the caller administers its target. */
                administered?: boolean;
                /** @description With `detail=true` alone. Whether the caller has approved its activation, for which more administrators are needed. */
                approved_by_me?: boolean;
                /** @description With `detail=true` alone. Pending requests that wait for a decision (`administrator`) or for an answer (`requester`). */
                waiting_for?: "administrator" | "requester";
                /** @description With `detail=true` alone. `true`: besides those of `status`, also requests that were rejected or expired in the last 14 days. */
                recently_ended?: boolean;
            };
        };
        responses: {
            /** @description It is done. */
            200: {
                content: {
                    "application/json": {
                        /**
                         * @description Version of the API.
                         * @constant
                         */
                        version: 4;
                        /**
                         * @description `OK`: the request succeeded.
                         * @constant
                         */
                        status: "OK";
                        /** @description The result. */
                        response: {
                            /** @description The rows of this page. */
                            data: components["schemas"]["Deployment"][];
                            /**
                             * @description Rows in `data`.
                             * @example 1
                             */
                            included_row_count: number;
                            /**
                             * @description Matching rows on all pages.
                             * @example 1
                             */
                            total_row_count: number;
                        };
                    } | {
                        /**
                         * @description Version of the API.
                         * @constant
                         */
                        version: 4;
                        /**
                         * @description `OK`: the request succeeded.
                         * @constant
                         */
                        status: "OK";
                        /** @description The result. */
                        response: {
                            /** @description The rows of this page. */
                            data: components["schemas"]["DeploymentDetail"][];
                            /**
                             * @description Rows in `data`.
                             * @example 1
                             */
                            included_row_count: number;
                            /**
                             * @description Matching rows on all pages.
                             * @example 1
                             */
                            total_row_count: number;
                        };
                    };
                };
            };
        };
    };
    requestBuild: {
        parameters: {
            header?: {
                /** @description Runs the request once per caller, method and path: its answer is replayed for 24 hours, with the header `Idempotency-Replayed: true`. The same key with another request answers 422. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the design. */
                design_id: string;
            };
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": {
                    /**
                     * @description Reason for the build request; not blank.
                     * @example Spring campaign, new shops added
                     */
                    reason: string;
                    /** @description API key; required unless a bearer token or a session identifies the caller. A client that attaches the security scheme `key` sends it in the query string, where a POST takes it only beside the same value here. */
                    KEY?: string;
                };
            };
        };
        responses: {
            /** @description It is done. */
            200: {
                content: {
                    "application/json": {
                        /**
                         * @description Version of the API.
                         * @constant
                         */
                        version: 4;
                        /**
                         * @description `OK`: the request succeeded.
                         * @constant
                         */
                        status: "OK";
                        /** @description The result. */
                        response: {
                            /** @description The object. */
                            data: components["schemas"]["Design"];
                        };
                    };
                };
            };
        };
    };
    getDesign: {
        parameters: {
            query?: {
                /** @description `true`: the answer has the additional fields of the dashboard, and further parameters are allowed. */
                detail?: boolean;
            };
            path: {
                /** @description Id of the design. */
                design_id: string;
            };
        };
        responses: {
            /** @description It is done. */
            200: {
                content: {
                    "application/json": {
                        /**
                         * @description Version of the API.
                         * @constant
                         */
                        version: 4;
                        /**
                         * @description `OK`: the request succeeded.
                         * @constant
                         */
                        status: "OK";
                        /** @description The result. */
                        response: {
                            /** @description The object. */
                            data: components["schemas"]["Design"];
                        };
                    } | {
                        /**
                         * @description Version of the API.
                         * @constant
                         */
                        version: 4;
                        /**
                         * @description `OK`: the request succeeded.
                         * @constant
                         */
                        status: "OK";
                        /** @description The result. */
                        response: {
                            /** @description The object. */
                            data: components["schemas"]["DesignDetail"];
                        };
                    };
                };
            };
        };
    };
    listDesigns: {
        parameters: {
            query?: {
                /** @description Maximum rows per page; 0 gives the total alone. */
                limit?: number;
                /** @description Offset of the first row: with `limit` 10, 0 gives the first ten rows and 10 the next ten. */
                offset?: number;
                /** @description `desc`: newest or largest first; `asc` turns it round. Rows without the sort field's value come last in both. */
                order?: "asc" | "desc";
                /** @description User id of the design's owner. */
                owner?: string;
                /** @description Organization id of the owner. */
                owner_org_id?: string;
                /** @description Full-text search, case- and accent-insensitive: every word as the prefix of a word, or a complete GUID. Words are letters and digits; anything else is a separator. */
                q?: string;
                /** @description Only designs of this type. */
                type?: "proximity" | "audience";
                /** @description Comma-delimited visibility tags: rows stay whose design carries at least one of them. An empty list matches nothing. */
                visibility?: string[];
                /** @description `true`: the answer has the additional fields of the dashboard, and further parameters are allowed. */
                detail?: boolean;
                /** @description With `detail=true` alone. Comma-delimited statuses. */
                status?: ("in_design" | "requested" | "rejected" | "building" | "failed" | "built")[];
                /** @description With `detail=true` alone. Whether the caller is the owner. */
                mine?: boolean;
                /** @description With `detail=true` alone. `with_me`: explicitly shared with the caller or their organization; `by_me`: the caller's, shared with anyone. */
                shared?: "with_me" | "by_me";
                /** @description With `detail=true` alone. Whether it has an activated deployment that the caller sees. */
                live?: boolean;
                /** @description With `detail=true` alone. Whether a source of its newest build has changed since that build read it. */
                stale_data?: boolean;
                /** @description With `detail=true` alone. Sort key; with a key of the build, designs without a build come last. */
                sort?: "updated_at" | "name" | "last_build_date" | "last_build_size";
            };
        };
        responses: {
            /** @description It is done. */
            200: {
                content: {
                    "application/json": {
                        /**
                         * @description Version of the API.
                         * @constant
                         */
                        version: 4;
                        /**
                         * @description `OK`: the request succeeded.
                         * @constant
                         */
                        status: "OK";
                        /** @description The result. */
                        response: {
                            /** @description The rows of this page. */
                            data: components["schemas"]["Design"][];
                            /**
                             * @description Rows in `data`.
                             * @example 1
                             */
                            included_row_count: number;
                            /**
                             * @description Matching rows on all pages.
                             * @example 1
                             */
                            total_row_count: number;
                        };
                    } | {
                        /**
                         * @description Version of the API.
                         * @constant
                         */
                        version: 4;
                        /**
                         * @description `OK`: the request succeeded.
                         * @constant
                         */
                        status: "OK";
                        /** @description The result. */
                        response: {
                            /** @description The rows of this page. */
                            data: components["schemas"]["DesignRow"][];
                            /**
                             * @description Rows in `data`.
                             * @example 1
                             */
                            included_row_count: number;
                            /**
                             * @description Matching rows on all pages.
                             * @example 1
                             */
                            total_row_count: number;
                        };
                    };
                };
            };
        };
    };
    listDeploymentTargets: {
        parameters: {
            query?: {
                /** @description Maximum rows per page; 0 gives the total alone. */
                limit?: number;
                /** @description Offset of the first row: with `limit` 10, 0 gives the first ten rows and 10 the next ten. */
                offset?: number;
            };
        };
        responses: {
            /** @description It is done. */
            200: {
                content: {
                    "application/json": {
                        /**
                         * @description Version of the API.
                         * @constant
                         */
                        version: 4;
                        /**
                         * @description `OK`: the request succeeded.
                         * @constant
                         */
                        status: "OK";
                        /** @description The result. */
                        response: {
                            /** @description The rows of this page. */
                            data: components["schemas"]["AcceptingTarget"][];
                            /**
                             * @description Rows in `data`.
                             * @example 1
                             */
                            included_row_count: number;
                            /**
                             * @description Matching rows on all pages.
                             * @example 1
                             */
                            total_row_count: number;
                        };
                    };
                };
            };
        };
    };
    refreshAccessToken: {
        parameters: {
            path: {
                /** @description Id of the user. */
                user_id: string;
            };
        };
        responses: {
            /** @description It is done. */
            200: {
                content: {
                    "application/json": {
                        /**
                         * @description `success`: the request succeeded.
                         * @constant
                         */
                        status: "success";
                        /** @description The access token. */
                        data: components["schemas"]["TokenGrant"];
                        /**
                         * @description Version of the API.
                         * @constant
                         */
                        version: 4;
                    };
                };
            };
        };
    };
    getAccessToken: {
        parameters: {
            query: {
                /** @description E-mail of the user, URL-encoded and case-insensitive. */
                email: string;
                /** @description First name; not blank. Later requests update it; names are truncated to 100 characters. */
                first_name: string;
                /** @description Last name; not blank. Later requests update it; names are truncated to 100 characters. */
                last_name: string;
            };
        };
        responses: {
            /** @description It is done. */
            200: {
                content: {
                    "application/json": {
                        /**
                         * @description `success`: the request succeeded.
                         * @constant
                         */
                        status: "success";
                        /** @description The access token. */
                        data: components["schemas"]["TokenGrant"];
                        /**
                         * @description Version of the API.
                         * @constant
                         */
                        version: 4;
                    };
                };
            };
        };
    };
}

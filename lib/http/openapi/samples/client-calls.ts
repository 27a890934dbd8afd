/**
 * Operations for which the clients have a method of their own. `<name>` stands for the value of a
 * parameter, `<name[]>` for the list that it writes with commas, `<body>` for the whole body.
 */
export const CLIENT_CALLS: Readonly<Record<string, { readonly typescript: string; readonly python: string }>> = {
	getAccessToken: {
		typescript:
			"console.log(await client.tokens.of({ email: <email>, firstName: <first_name>, lastName: <last_name> }));",
		python: "print(client.tokens.of(<email>, <first_name>, <last_name>))",
	},
	refreshAccessToken: {
		typescript: "console.log(await client.tokens.of({ uid: <user_id> }));",
		python: "print(client.tokens.of_uid(<user_id>))",
	},
	getDesign: {
		typescript: "console.log(await client.designs.get(<design_id>));",
		python: "print(client.design(<design_id>))",
	},
	listDesigns: {
		typescript: "console.log(await client.designs.list().first(<limit>, <offset>));",
		python: "print(client.designs().first(<limit>, <offset>))",
	},
	requestBuild: {
		typescript: "await client.designs.requestBuild(<design_id>, <reason>);",
		python: "client.request_build(<design_id>, <reason>)",
	},
	listBuilds: {
		typescript: "console.log(await client.builds.list().first(<limit>, <offset>));",
		python: "print(client.builds().first(<limit>, <offset>))",
	},
	requestDeployment: {
		typescript: "console.log(await client.builds.requestDeployment(<build_id>, { targetId: <targetId> }));",
		python: "print(client.request_deployment(<build_id>, <targetId>))",
	},
	cancelDeploymentRequest: {
		typescript: "await client.deployments.cancel(<deployment_id>, <message>);",
		python: "client.cancel(<deployment_id>, <message>)",
	},
	rejectRequestedDeployment: {
		typescript: "await client.deployments.reject(<deployment_id>, <message>);",
		python: "client.reject(<deployment_id>, <message>)",
	},
	listDeployments: {
		typescript: "console.log(await client.deployments.list().first(<limit>, <offset>));",
		python: "print(client.deployments().first(<limit>, <offset>))",
	},
	activateDeployment: {
		typescript: "console.log(await client.deployments.activate(<deployment_id>, { message: <message> }));",
		python: "print(client.activate(<deployment_id>, message=<message>))",
	},
	deactivateDeployment: {
		typescript: "console.log(await client.deployments.deactivate(<deployment_id>));",
		python: "print(client.deactivate(<deployment_id>))",
	},
	deleteDeployment: {
		typescript: "await client.deployments.delete(<deployment_id>);",
		python: "client.delete(<deployment_id>)",
	},
	tagDeployment: {
		typescript: "console.log(await client.deployments.tag(<deployment_id>, <tags[]>));",
		python: "print(client.tag(<deployment_id>, <tags[]>))",
	},
	createDesign: {
		typescript: "console.log(await client.designs.create(<body>));",
		python: "print(client.create_design(<name>, <type>, <sets>))",
	},
	testDesign: {
		typescript: "console.log(await client.designs.test(<design_id>, <body>));",
		python: "print(client.test_point(<design_id>, <latitude>, <longitude>))",
	},
	getBuild: {
		typescript: "console.log(await client.builds.get(<build_id>));",
		python: "print(client.build(<build_id>))",
	},
	getDeployment: {
		typescript: "console.log(await client.deployments.get(<deployment_id>));",
		python: "print(client.deployment(<deployment_id>))",
	},
	getChecklistOfDeployment: {
		typescript: "console.log(await client.deployments.checklist(<deployment_id>));",
		python: "print(client.checklist(<deployment_id>))",
	},
	followChanges: {
		typescript: "for await (const change of client.changes()) console.log(change);",
		python: "for change in client.changes():\n    print(change)",
	},
};

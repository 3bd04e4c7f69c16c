/**
 * The index of the reference: what belongs to which task, in the order in which a reader meets it. A type belongs to the
 * task of the class or function that its file or folder is about, unless it is named here.
 */
export const tasks = [
  {
    title: "Brokers and their networks",
    names: [
      "Instance",
      "Vpc",
      "getInstance",
      "getInstances",
      "getVpc",
      "getVpcs",
      "getNodes",
      "getPlans",
      "getRegions",
      "getAvailableVersions",
      "getNextVersions",
    ],
  },
  {
    title: "Ways into the network",
    names: ["VpcPeering", "VpcConnect", "getVpcPeerings", "getPeeringVpc", "getVpcConnect"],
  },
  {
    title: "Who may connect, and under which name",
    names: ["FirewallRuleSet", "CustomDomain", "getFirewallRules", "getCustomDomain"],
  },
  {
    title: "What is watched, and who is told",
    names: ["MonitoredInstance", "Alarm", "Recipient", "getAlarm", "getAlarms", "getRecipient", "getRecipients"],
  },
  {
    title: "Where metrics and logs are sent",
    names: ["Integration", "getLogIntegrations", "getMetricsIntegrations", "IntegrationResult"],
  },
  {
    title: "Where messages are sent",
    names: ["Webhook", "EventBridge", "getWebhook", "getWebhooks", "getEventBridge", "getEventBridges"],
  },
  {
    title: "Settings, plugins and maintenance",
    names: [
      "BrokerConfig",
      "Plugin",
      "MaintenanceSettings",
      "MaintenanceDate",
      "BrokerAction",
      "Hipe",
      "Firehose",
      "CredentialRotation",
      "getConfig",
      "getAvailableSettings",
      "getPlugins",
      "getCommunityPlugins",
      "getMaintenanceSettings",
      "getMaintenance",
      "BrokerSettings",
      "SettingValues",
    ],
  },
  {
    title: "The account and its team",
    names: ["Provider", "TeamMember", "getTeam", "getInvoice", "getInvoices", "getAuditLog"],
  },
  {
    title: "What several kinds and functions take",
    names: [
      "ChildArgs",
      "InstanceInput",
      "TriggersArgs",
      "OnInstanceArgs",
      "OnInstanceOutputArgs",
      "ById",
      "ByName",
      "InvokeOptions",
    ],
  },
];

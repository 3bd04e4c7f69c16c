/** The queue in which changes of an instance and of the resources on it run one after another. */
export const queueOf = (instance: string): string => `instance ${instance}`;

/** The topic under which a run keeps the ids of the instances that it removes, so that a VPC can wait for them. */
export const removals = "instances that this run removes";

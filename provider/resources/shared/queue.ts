/**
 * The name of an instance's queue. Changes of the instance and of the resources on it run in this queue one after
 * another.
 */
export const queueOf = (instance: string): string => `instance ${instance}`;

/** The topic under which a run keeps the ids of the instances that it removes, so that a VPC can wait for them. */
export const removals = "instances that this run removes";

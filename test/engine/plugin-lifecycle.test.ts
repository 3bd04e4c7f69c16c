import { pluginRows } from "../lifecycle/pluginDoor";
import { testLifecycle } from "../lifecycle/steps";

/** Needs the engine: it takes each kind through its life. */

testLifecycle("plugin-lifecycle", pluginRows);

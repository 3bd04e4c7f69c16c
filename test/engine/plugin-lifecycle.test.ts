import { pluginRows } from "../lifecycle/pluginDoor";
import { testLifecycle } from "../lifecycle/steps";

testLifecycle("plugin-lifecycle", pluginRows);

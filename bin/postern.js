#!/usr/bin/env node
import "./check-node.js";

import("../dist/bundle/cli/postern.js");

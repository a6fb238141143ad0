#!/usr/bin/env node
import "../dist/cli/postern.js";

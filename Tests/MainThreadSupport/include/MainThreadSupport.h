// SPDX-License-Identifier: MIT
// Linking this has tests on the main actor run on the process's main thread, which GTK insists on.
#pragma once

// SPDX-License-Identifier: MIT
#pragma once
#include <vips/vips.h>
#include <vips/vector.h>

// SPDX-License-Identifier: MIT
#pragma once
#include <malloc.h>
#include <vips/vips.h>
#include <vips/vector.h>

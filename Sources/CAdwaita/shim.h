// SPDX-License-Identifier: MIT
#pragma once
#include <adwaita.h>
#include <glib-unix.h>
#include <glib/gi18n.h>
#include <libintl.h>
#include <locale.h>

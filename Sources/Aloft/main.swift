// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Pictures

PictureStore.prepare()
exit(AloftApp().run())

// SPDX-License-Identifier: MIT
import Glibc
import Pictures

PictureStore.prepare()
exit(PlaygroundApp().run())

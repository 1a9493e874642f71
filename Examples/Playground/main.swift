// SPDX-License-Identifier: MIT
import Glibc

exit(PlaygroundApp().run())

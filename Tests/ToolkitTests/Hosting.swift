// SPDX-License-Identifier: MIT
import Geometry
import Glibc
import GtkCore
import Testing
import TouchRig

@testable import Declarative

/// Tests of what needs GTK's main thread, one after another: some count all objects that there are.
@Suite(.serialized) @MainActor
enum ToolkitTests {}

/// A tree of views without a window: what needs no widget is tested without a display.
@MainActor
final class Tree {
  let renderer = Renderer()
  private(set) var node: Node!

  init<Content: View>(_ content: Content) {
    node = content.makeNode(in: NodeContext(parent: nil, renderer: renderer, environment: EnvironmentValues()))
    node.isBuilt = true
    renderer.render()
  }

  /// Renders what has changed, as the next frame does, and tells how many bodies that took.
  func render() -> Int {
    let before = TrackedNode.evaluationCount
    renderer.render()
    return TrackedNode.evaluationCount - before
  }
}

/// A display, for tests of widgets; one for all of them, since GTK connects to one only.
@MainActor
enum Display {
  static let rig: Rig? = {
    guard let rig = try? Rig() else { return nil }
    setenv("DISPLAY", rig.display, 1)
    setenv("GDK_BACKEND", "x11", 1)
    setenv("GSK_RENDERER", "cairo", 1)
    setenv("GTK_A11Y", "none", 1)
    return MainLoop.startToolkit() ? rig : nil
  }()
}

// SPDX-License-Identifier: MIT
import CAdwaita
import Geometry

/// A colour in sRGB, each component from 0 to 1, not multiplied by alpha.
public struct Color: Hashable, Sendable {
  public var red, green, blue, alpha: Double

  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
  }

  public static let black = Color(red: 0, green: 0, blue: 0)
  public static let white = Color(red: 1, green: 1, blue: 1)

  public func opacity(_ alpha: Double) -> Color { Color(red: red, green: green, blue: blue, alpha: alpha) }

  var rgba: GdkRGBA { GdkRGBA(red: Float(red), green: Float(green), blue: Float(blue), alpha: Float(alpha)) }
}

extension Rect {
  var graphene: graphene_rect_t {
    graphene_rect_t(
      origin: graphene_point_t(x: Float(minX), y: Float(minY)),
      size: graphene_size_t(width: Float(size.width), height: Float(size.height)))
  }

  init(_ rect: graphene_rect_t) {
    self.init(
      x: Double(rect.origin.x), y: Double(rect.origin.y),
      width: Double(rect.size.width), height: Double(rect.size.height))
  }
}

/// Where a widget or a paintable draws itself: a recording of drawing operations in logical pixels.
@MainActor
public final class Snapshot {
  let pointer: OpaquePointer
  private let isOwner: Bool

  init(_ pointer: OpaquePointer) {
    self.pointer = pointer
    isOwner = false
  }

  /// An empty recording of one's own, to be turned into a `RenderNode`.
  public init() {
    pointer = gtk_snapshot_new()
    isOwner = true
  }

  isolated deinit {
    if isOwner { g_object_unref(UnsafeMutableRawPointer(pointer)) }
  }

  /// Ends the recording; nil if nothing was drawn. Only for recordings of one's own.
  public func makeNode() -> RenderNode? {
    gtk_snapshot_to_node(pointer).map(RenderNode.init(taking:))
  }

  public func fill(_ rect: Rect, with color: Color) {
    var rgba = color.rgba
    var bounds = rect.graphene
    gtk_snapshot_append_color(pointer, &rgba, &bounds)
  }

  public func draw(_ node: RenderNode) {
    gtk_snapshot_append_node(pointer, node.pointer)
  }

  public func draw(_ texture: Texture, in rect: Rect) {
    var bounds = rect.graphene
    gtk_snapshot_append_texture(pointer, texture.opaque, &bounds)
  }

  public func draw(_ paintable: Paintable, in rect: Rect) {
    saved {
      translate(by: rect.origin)
      gdk_paintable_snapshot(paintable.opaque, pointer, rect.size.width, rect.size.height)
    }
  }

  /// Draws `body` and forgets the transformations that it made.
  public func saved(_ body: () -> Void) {
    gtk_snapshot_save(pointer)
    body()
    gtk_snapshot_restore(pointer)
  }

  public func translate(by offset: Point) {
    var point = graphene_point_t(x: Float(offset.x), y: Float(offset.y))
    gtk_snapshot_translate(pointer, &point)
  }

  public func scale(by ratio: Double) {
    gtk_snapshot_scale(pointer, Float(ratio), Float(ratio))
  }

  /// Turns clockwise; `angle` in radians.
  public func rotate(by angle: Double) {
    gtk_snapshot_rotate(pointer, Float(angle * 180 / .pi))
  }

  public func apply(_ transform: Similarity) {
    translate(by: transform.translation)
    if transform.angle != 0 { rotate(by: transform.angle) }
    if transform.scale != 1 { scale(by: transform.scale) }
  }

  public func withOpacity(_ opacity: Double, _ body: () -> Void) {
    guard opacity < 1 else { return body() }
    gtk_snapshot_push_opacity(pointer, opacity)
    body()
    gtk_snapshot_pop(pointer)
  }

  public func withBlur(radius: Double, _ body: () -> Void) {
    guard radius > 0 else { return body() }
    gtk_snapshot_push_blur(pointer, radius)
    body()
    gtk_snapshot_pop(pointer)
  }

  /// Draws `body` clipped to `rect`, whose corners are rounded by `cornerRadius`.
  public func clipped(to rect: Rect, cornerRadius: Double = 0, _ body: () -> Void) {
    var bounds = rect.graphene
    if cornerRadius > 0 {
      var rounded = GskRoundedRect()
      gsk_rounded_rect_init_from_rect(&rounded, &bounds, Float(cornerRadius))
      gtk_snapshot_push_rounded_clip(pointer, &rounded)
    } else {
      gtk_snapshot_push_clip(pointer, &bounds)
    }
    body()
    gtk_snapshot_pop(pointer)
  }

  /// Covers `rect` with what `body` draws in `tile`, again and again in both directions.
  public func repeated(_ tile: Rect, in rect: Rect, _ body: () -> Void) {
    var bounds = rect.graphene
    var childBounds = tile.graphene
    gtk_snapshot_push_repeat(pointer, &bounds, &childBounds)
    body()
    gtk_snapshot_pop(pointer)
  }

  /// Draws lines and shapes within `bounds`.
  public func drawVector(in bounds: Rect, _ body: (Canvas) -> Void) {
    var rect = bounds.graphene
    guard let context = gtk_snapshot_append_cairo(pointer, &rect) else { return }
    body(Canvas(context: context))
    cairo_destroy(context)
  }
}

/// What was drawn, to be drawn again. Immutable.
@MainActor
public final class RenderNode {
  let pointer: OpaquePointer

  init(taking pointer: OpaquePointer) { self.pointer = pointer }

  isolated deinit { gsk_render_node_unref(pointer) }
}

/// Lines and shapes; coordinates in logical pixels. Valid only while the drawing closure runs.
public struct Canvas {
  let context: OpaquePointer

  public func setColor(_ color: Color) {
    cairo_set_source_rgba(context, color.red, color.green, color.blue, color.alpha)
  }

  public func strokeLine(through points: [Point], width: Double) {
    guard let first = points.first else { return }
    cairo_set_line_width(context, width)
    cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
    cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
    cairo_move_to(context, first.x, first.y)
    for point in points.dropFirst() { cairo_line_to(context, point.x, point.y) }
    if points.count == 1 { cairo_line_to(context, first.x, first.y) }
    cairo_stroke(context)
  }

  public func fillCircle(center: Point, radius: Double) {
    cairo_arc(context, center.x, center.y, radius, 0, 2 * .pi)
    cairo_fill(context)
  }

  public func fill(_ rect: Rect) {
    cairo_rectangle(context, rect.minX, rect.minY, rect.size.width, rect.size.height)
    cairo_fill(context)
  }
}

// SPDX-License-Identifier: MIT
import Declarative
import Geometry
import GtkCore
import ZoomModel

/// The viewer: a row of pictures, and controls above it.
final class ViewerWidget: CustomWidget {
  /// Seconds without input after which the controls fade.
  private static let controlsTime = 3.0
  /// How far a key moves a picture, as a share of the room.
  private static let panShare = 0.2
  /// How many steps there are from one to the next whole enlargement that is told, at rest and while it changes.
  private static let (restingSteps, movingSteps) = (100.0, 20.0)
  /// Seconds after a touch in which the pointer is taken not to be moved by a hand.
  private static let pointerDelay = 0.5

  let canvas = ViewerCanvas()
  /// Each is only where it is to be seen: beside them, input is the canvas's.
  private var controls: [Widget] = []
  private var items: ViewerItems?
  /// Where the picture that is looked at stands in the list; nil while the viewer is closed.
  private var index: Int?
  /// What the owner wants to be looked at.
  private var selected: SourceID?
  /// What the owner calls it.
  private var selectedLabel: String?
  /// What screen readers were told last.
  private var spokenText = ""
  private var isFollowing = false
  /// Whether the list has lost all it had while the viewer was open.
  private var isEmptied = false
  /// Steps beyond the end of a list that is not complete yet.
  private var stepsToCome = 0
  /// Whether what was looked at has gone from the list, and a neighbour stands in its place.
  private var isReplaced = false
  private var controlsTimer: MainLoop.Timer?
  private var pointerTracker: PointerTracker?
  /// Where the pointer was when something last moved: GTK reports it also where it stands still.
  private var lastPointer: Point?
  /// Seconds.
  private var lastTouch = -Double.infinity

  weak var store: ZoomStore? {
    didSet { store?.viewer = self }
  }

  var proxy = ViewerProxy() {
    didSet {
      proxy.viewer = self
      tellProxy()
    }
  }

  init() {
    super.init(cssName: "viewer")
    ViewerStyle.install()
    // Hidden behind the pictures would be a page that is to be seen at their sides.
    drawsOutsideItsBounds = false
    adopt(canvas)
    canvas.viewer = self
    onKeyPress { [weak self] in self?.handle($0) ?? false }
    // Over the controls, too.
    onPointerClick(.back) { [weak self] _, _ in self?.close() }
    pointerTracker = PointerTracker(on: self) { [weak self] event in
      self?.noticeInput(event)
      return false
    }
  }

  func showControls(_ widgets: [Widget]) {
    guard !controls.elementsEqual(widgets, by: ===) else { return }
    for widget in controls { disown(widget) }
    controls = widgets
    for widget in widgets {
      adopt(widget)
      widget.addStyleClass(ViewerStyle.control)
      applyVisibility(to: widget)
    }
  }

  // MARK: What is looked at

  var isOpen: Bool { index != nil }
  var currentID: SourceID? { index.flatMap { items?.id($0) } }

  /// Whether nothing of the page can be seen.
  var coversPage: Bool { isOpen && canvas.isOpaque }

  func canShow(_ id: SourceID) -> Bool { items?.index(id) != nil }

  /// The list, or what is selected in it, has changed.
  func update(items new: ViewerItems, selected: SourceID?, label: String?) {
    let current = currentID
    items = new
    if let current {
      let place = index(of: current)
      isReplaced = place == nil && new.count > 0
      isEmptied = new.count == 0
      index = place ?? (isReplaced ? min(index ?? 0, new.count - 1) : nil)
    }
    // Views are being evaluated: what depends on where sources are has to wait until that is over.
    self.selected = selected
    selectedLabel = label
    guard !isFollowing else { return }
    isFollowing = true
    onNextFrame { [weak self] in self?.followSelection() }
  }

  private func followSelection() {
    isFollowing = false
    if isEmptied {
      isEmptied = false
      disappear()
      tellProxy()
    }
    if isReplaced, let items, let index {
      isReplaced = false
      canvas.turnPage(by: 1, to: items.picture(index), isSliding: false, at: frameTime)
      showRow()
      if let selected, items.index(selected) == nil { return select(index) }
    }
    guard selected != currentID else { return isOpen ? goOn() : () }
    guard let selected, let target = items?.index(selected) else { return close() }
    if isOpen {
      show(target)
    } else {
      open(target)
    }
  }

  /// Tells the owner what is looked at now.
  private func select(_ target: Int?) {
    // What it wanted before is over, also before the views know.
    selected = target.flatMap { items?.id($0) }
    items?.select(target)
  }

  /// The list has changed around the picture that is looked at.
  private func goOn() {
    showRow()
    guard stepsToCome != 0, let items, items.isComplete, let index else { return }
    let target = min(max(0, index + stepsToCome), items.count - 1)
    stepsToCome = 0
    turnPage(by: target - index)
  }

  /// Most often it stands where it stood.
  private func index(of id: SourceID) -> Int? {
    guard let items else { return nil }
    if let index, index < items.count, items.id(index) == id { return index }
    return items.index(id)
  }

  // MARK: Opening and closing

  /// Opens with a picture, from its source if that is on screen; false if there is no such picture.
  func open(_ id: SourceID) -> Bool {
    guard !isOpen, let items, let target = items.index(id) else { return false }
    open(target)
    select(target)
    return true
  }

  private func open(_ target: Int) {
    guard let items else { return }
    let picture = items.picture(target)
    let opening = store?.opening(of: items.id(target), picture: picture)?.moved(by: origin * -1)
    index = target
    canvas.open(picture, from: opening, at: frameTime)
    finishOpening()
  }

  /// A lift was let go of and goes on here, in this very frame. False if there is no such picture.
  func open(_ id: SourceID, from opening: ViewerOpening, at time: Double) -> Bool {
    guard !isOpen, let items, let target = items.index(id) else { return false }
    index = target
    canvas.open(items.picture(target), from: opening.moved(by: origin * -1), at: time)
    finishOpening()
    select(target)
    return true
  }

  /// Where it begins in the container's coordinates: not in its corner where something else has a place beside it.
  private var origin: Point { store?.bounds(of: self)?.origin ?? .zero }

  private func finishOpening() {
    store?.viewerChanged()
    showRow()
    canvas.grabFocus()
    showControlsForAWhile()
    queueDraw()
  }

  /// Sends the picture back to its source, or lets it fade where there is none.
  func close(velocity: MotionVelocity = .zero) {
    guard let id = currentID else { return }
    stepsToCome = 0
    let closing = canvas.closing(velocity: velocity)?.moved(by: origin)
    index = nil
    select(nil)
    controlsTimer?.cancel()
    // The page can have the focus again, which goes to the source.
    store?.viewerChanged()
    if store?.bringHome(id, from: closing, at: frameTime) == true {
      disappear()
    } else {
      canvas.fade(at: frameTime) { [weak self] in self?.disappear() }
    }
    tellProxy()
  }

  private func disappear() {
    guard !isOpen else { return }
    canvas.forgetPictures()
    // So that it does not begin with the name of this picture the next time.
    say("")
    store?.viewerChanged()
  }

  /// It has its place also while it is closed, so that it can begin with a picture in any frame.
  override func draw(into snapshot: Snapshot) {
    if isOpen { super.draw(into: snapshot) } else { drawChild(canvas, into: snapshot) }
  }

  // MARK: Leafing

  func turnPage(by step: Int) {
    guard let index, let items else { return }
    guard (0..<items.count).contains(index + step) else {
      if !items.isComplete { stepsToCome += step }
      return
    }
    show(index + step)
    select(index + step)
  }

  /// As `turnPage`, for a row that fingers have moved.
  func slide(by step: Int, at time: Double) {
    guard let index, let items else { return }
    let target = index + (isRightToLeft ? -step : step)
    guard (0..<items.count).contains(target) else { return }
    self.index = target
    canvas.turnPage(by: step, to: items.picture(target), isSliding: true, at: time)
    showRow()
    select(target)
    store?.viewerChanged()
  }

  private func show(_ target: Int) {
    guard let items, let index else { return }
    let step = target > index ? 1 : -1
    self.index = target
    canvas.turnPage(
      by: isRightToLeft ? -step : step, to: items.picture(target), isSliding: false, at: frameTime)
    showRow()
    store?.viewerChanged()
  }

  private func turnToEnd(isLast: Bool) {
    guard let index, let items, items.count > 0 else { return }
    turnPage(by: (isLast ? items.count - 1 : 0) - index)
  }

  /// Has the pictures at both sides of the one that is looked at ready.
  private func showRow() {
    guard let items, let index else { return }
    let sign = isRightToLeft ? -1 : 1
    canvas.showRow { place in
      let position = index + sign * place
      guard (0..<items.count).contains(position) else { return nil }
      return (items.id(position), items.picture(position))
    }
    tellProxy()
  }

  /// How the picture is shown has changed.
  func tellProxy() {
    func set<Value: Equatable>(_ path: ReferenceWritableKeyPath<ViewerProxy, Value>, _ value: Value) {
      if proxy[keyPath: path] != value { proxy[keyPath: path] = value }
    }
    set(\.isOpen, isOpen)
    set(\.hasPrevious, (index ?? 0) > 0)
    set(\.hasNext, index.map { $0 + 1 < (items?.count ?? 0) } ?? false)
    // As exactly as anybody reads it: what shows it is not to be made anew in every frame of a pinch.
    let steps = canvas.isInMotion ? Self.movingSteps : Self.restingSteps
    set(\.enlargement, canvas.enlargement.map { ($0 * steps).rounded() / steps })
    set(\.isAtFit, !canvas.isZoomedIn)
    describe()
  }

  /// Has screen readers say what is looked at when that changes: they follow the name of what has the focus. While the
  /// picture moves they would come to no end.
  private func describe() {
    guard let index, let items, let selectedLabel, selected == currentID, spokenText.isEmpty || !canvas.isInMotion
    else { return }
    var parts = [selectedLabel, ViewerText.place(index + 1, of: items.count)]
    if let enlargement = canvas.enlargement { parts.append(ViewerText.percent(enlargement)) }
    say(parts.joined(separator: ", "))
  }

  private func say(_ text: String) {
    guard text != spokenText else { return }
    spokenText = text
    canvas.setAccessibleLabel(text)
  }

  // MARK: Controls

  private func noticeInput(_ event: PointerEvent) {
    if case .motion(let motion) = event {
      guard motion.phase == .moved, motion.location != lastPointer else { return }
      lastPointer = motion.location
      // X has the pointer follow the fingers.
      guard motion.time > lastTouch + Self.pointerDelay else { return }
      if !proxy.usesPointer { proxy.usesPointer = true }
    }
    showControlsForAWhile()
  }

  func noticeTouch(at time: Double) {
    lastTouch = time
    if proxy.usesPointer { proxy.usesPointer = false }
    showControlsForAWhile()
  }

  /// Shows the controls, which fade when there is no more input.
  func showControlsForAWhile() {
    setControlsVisible(true)
    controlsTimer?.cancel()
    controlsTimer = MainLoop.after(seconds: Self.controlsTime) { [weak self] in
      guard let self, self.isOpen else { return }
      // Not under the pointer, and not what the keyboard is on.
      let isInUse = self.controls.contains { $0.hasFocusInside || $0.hasPointerInside }
      if isInUse || self.proxy.keepsControls { return self.showControlsForAWhile() }
      self.setControlsVisible(false)
    }
  }

  private func setControlsVisible(_ isVisible: Bool) {
    guard proxy.showsControls != isVisible else { return }
    proxy.showsControls = isVisible
    for widget in controls { applyVisibility(to: widget) }
  }

  /// Controls come and go with what is behind them.
  func followBackdrop() {
    let opacity = canvas.backdropOpacity
    for control in controls where control.opacity != opacity { control.opacity = opacity }
  }

  private func applyVisibility(to control: Widget) {
    // What cannot be seen must not be pressed.
    control.isTarget = proxy.showsControls
    if proxy.showsControls {
      control.removeStyleClass(ViewerStyle.hidden)
    } else {
      control.addStyleClass(ViewerStyle.hidden)
    }
  }

  /// Opens the menu of the picture at a point of the canvas, if there is one.
  func showMenu(at point: Point) {
    let items = proxy.menu?() ?? []
    if !items.isEmpty { PopoverMenu.show(items, over: canvas, at: point) }
  }

  // MARK: Keys

  private func handle(_ key: KeyPress) -> Bool {
    guard isOpen else { return false }
    showControlsForAWhile()
    let room = canvas.size
    let forward = isRightToLeft ? -1 : 1
    switch (key.name, key.modifiers) {
    case ("Escape", []), ("Left", .alt): close()
    case ("Left", []): turnPage(by: -forward)
    case ("Right", []): turnPage(by: forward)
    case ("Page_Up", []): turnPage(by: -1)
    case ("Page_Down", []), ("space", []): turnPage(by: 1)
    case ("Home", []): turnToEnd(isLast: false)
    case ("End", []): turnToEnd(isLast: true)
    case ("Left", .control): pan(by: Point(room.width, 0))
    case ("Right", .control): pan(by: Point(-room.width, 0))
    case ("Up", .control): pan(by: Point(0, room.height))
    case ("Down", .control): pan(by: Point(0, -room.height))
    case ("plus", _), ("equal", .control), ("KP_Add", _): canvas.zoom(steps: 1)
    case ("minus", _), ("KP_Subtract", _): canvas.zoom(steps: -1)
    case ("0", .control), ("KP_0", .control): canvas.zoom(toEnlargement: nil)
    case ("1", .control), ("KP_1", .control): canvas.zoom(toEnlargement: 1)
    case ("2", .control), ("KP_2", .control): canvas.zoom(toEnlargement: 2)
    case ("r", .control): canvas.turn(quarters: 1)
    case ("R", [.control, .shift]): canvas.turn(quarters: -1)
    case ("Menu", _), ("F10", .shift): showMenu(at: Rect(.zero, room).center)
    default: return false
    }
    return true
  }

  private func pan(by room: Point) { canvas.pan(by: room * Self.panShare, at: frameTime) }

  override func unmapped() {
    controlsTimer?.cancel()
    canvas.reset()
  }
}

/// The style rules that the viewer brings.
enum ViewerStyle {
  static let control = "viewer-control"
  static let hidden = "hidden"

  private static let rules = """
    .viewer-control { transition: opacity 250ms ease-out; }
    .viewer-control.hidden:not(.viewer-lasting) { opacity: 0; }
    viewer-canvas:focus-visible { outline: none; }
    zoomable:focus-visible { outline: 2px solid @accent_color; outline-offset: 2px; }
    """

  /// Once for the program; a second call does nothing.
  static func install() { _ = installed }

  private static let installed: Void = Desktop.addStyle(rules)
}

// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT
import PackageDescription

/// Modules whose code runs on the main thread unless it says otherwise: everything that touches a widget.
let onMainActor: [SwiftSetting] = [.defaultIsolation(MainActor.self)]

let package = Package(
  name: "Aloft",
  products: [
    .library(name: "Geometry", targets: ["Geometry"]),
    .library(name: "GtkCore", targets: ["GtkCore"]),
    .library(name: "Declarative", targets: ["Declarative"]),
    .library(name: "ZoomModel", targets: ["ZoomModel"]),
    .library(name: "Zoom", targets: ["Zoom"]),
    .library(name: "Pictures", targets: ["Pictures"]),
    .executable(name: "aloft-picture-decoder", targets: ["PictureDecoder"]),
    .executable(name: "aloft", targets: ["Aloft"]),
    .executable(name: "playground", targets: ["Playground"]),
    .executable(name: "pinch-demo", targets: ["PinchDemo"]),
  ],
  targets: [
    .systemLibrary(name: "CAdwaita", pkgConfig: "libadwaita-1"),
    .systemLibrary(name: "CVips", pkgConfig: "vips"),
    .systemLibrary(name: "CGExiv2", pkgConfig: "gexiv2"),
    .systemLibrary(name: "CLcms", pkgConfig: "lcms2"),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3"),
    .target(name: "CShim", dependencies: ["CAdwaita"]),

    .target(name: "Geometry"),
    .target(
      name: "GtkCore", dependencies: ["CAdwaita", "CShim", "Geometry"], swiftSettings: onMainActor),
    .target(name: "Declarative", dependencies: ["GtkCore", "Geometry"], swiftSettings: onMainActor),
    .target(name: "ZoomModel", dependencies: ["Geometry"]),
    .target(
      name: "Zoom", dependencies: ["Declarative", "GtkCore", "ZoomModel", "Geometry"],
      swiftSettings: onMainActor),
    .target(name: "CIsolation"),
    .target(name: "PictureMessages", dependencies: ["CIsolation"]),
    .target(
      name: "PictureDecoding", dependencies: ["CVips", "CLcms", "CIsolation", "PictureMessages"],
      linkerSettings: [.linkedLibrary("gmodule-2.0")]),
    .executableTarget(name: "PictureDecoder", dependencies: ["PictureDecoding", "PictureMessages", "CIsolation"]),
    .target(name: "PictureHelpers", dependencies: ["PictureMessages"]),
    .target(
      name: "Pictures",
      dependencies: ["PictureHelpers", "PictureMessages", "Declarative", "GtkCore", "Geometry"],
      swiftSettings: onMainActor),
    .target(name: "PhotoLibrary", dependencies: ["CGExiv2", "CSQLite", "PictureHelpers"]),
    .executableTarget(
      name: "Aloft",
      dependencies: ["Zoom", "Declarative", "GtkCore", "Geometry", "Pictures", "PhotoLibrary"],
      swiftSettings: onMainActor),
    .executableTarget(
      name: "Playground",
      dependencies: ["Zoom", "Declarative", "GtkCore", "Geometry", "Pictures"],
      path: "Examples/Playground", swiftSettings: onMainActor),

    .executableTarget(
      name: "Bench", dependencies: ["TouchRig", "TestSupport", "Geometry"], path: "Benchmarks/Bench"),
    .executableTarget(
      name: "EmptyWindow", dependencies: ["Declarative", "GtkCore", "Geometry"], path: "Benchmarks/EmptyWindow",
      swiftSettings: onMainActor),
    .executableTarget(
      name: "UpdatingRows", dependencies: ["Declarative", "GtkCore", "Geometry"], path: "Benchmarks/UpdatingRows",
      swiftSettings: onMainActor),
    .executableTarget(
      name: "PicturePage", dependencies: ["Zoom", "Declarative", "GtkCore", "Geometry"],
      path: "Benchmarks/PicturePage", swiftSettings: onMainActor),

    .executableTarget(name: "FolderScan", dependencies: ["PhotoLibrary"], path: "Benchmarks/FolderScan"),
    .executableTarget(
      name: "ThumbnailMaking", dependencies: ["PictureHelpers", "PictureMessages"], path: "Benchmarks/ThumbnailMaking"),

    .systemLibrary(name: "CX11", path: "Tests/CX11", pkgConfig: "x11 xext xi"),
    // Optimised in every build: it measures each pixel of each frame.
    .target(
      name: "TouchRig", dependencies: ["CX11", "CAdwaita", "Geometry"], path: "Tests/TouchRig",
      swiftSettings: [.unsafeFlags(["-O"])]),
    .executableTarget(name: "PinchDemo", dependencies: ["TouchRig", "Geometry"], path: "Tests/PinchDemo"),
    .target(name: "MainThreadSupport", dependencies: ["CShim"], path: "Tests/MainThreadSupport"),
    .testTarget(
      name: "ToolkitTests",
      dependencies: [
        "Pictures", "PictureHelpers", "Zoom", "Declarative", "GtkCore", "CAdwaita", "Geometry", "TouchRig",
        "TestSupport", "MainThreadSupport",
      ],
      swiftSettings: onMainActor),
    .target(name: "TestSupport", path: "Tests/TestSupport"),
    .testTarget(name: "ZoomModelTests", dependencies: ["ZoomModel", "Geometry", "TestSupport"]),
    .testTarget(
      name: "PictureDecodingTests",
      dependencies: ["PictureDecoding", "PictureHelpers", "PictureMessages", "TestSupport"]),
    .testTarget(
      name: "PictureHelpersTests", dependencies: ["PictureHelpers", "PictureMessages", "TouchRig", "TestSupport"]),
    .testTarget(name: "PhotoLibraryTests", dependencies: ["PhotoLibrary", "TestSupport"]),
    .testTarget(name: "EndToEnd", dependencies: ["TouchRig", "TestSupport", "Geometry"]),
  ]
)

// The test command builds some tests in one way and others in another: TEST_TARGETS names those that are wanted.
if let wanted = Context.environment["TEST_TARGETS"]?.split(separator: ",").map(String.init) {
  package.targets.removeAll { $0.type == .test && !wanted.contains($0.name) }
}

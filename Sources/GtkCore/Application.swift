// SPDX-License-Identifier: MIT
import CAdwaita
import Glibc

/// A program with windows: its start, its command line, its end.
public final class Application: Object {
  /// An option of the command line that takes a value.
  public struct Option: Sendable {
    public var name: String
    public var help: String
    public var argumentName: String
    /// The words it takes; nil for any text.
    public var choices: [String]?

    public init(name: String, help: String, argumentName: String, choices: [String]? = nil) {
      self.name = name
      self.help = help
      self.argumentName = argumentName
      self.choices = choices
    }

    fileprivate func value(in dictionary: UnsafeMutablePointer<GVariantDict>?) -> String? {
      guard let value = g_variant_dict_lookup_value(dictionary, name, nil) else { return nil }
      defer { g_variant_unref(value) }
      return String(cString: g_variant_get_string(value, nil))
    }
  }

  /// What the program was started with.
  public struct CommandLine: Sendable {
    /// Paths, relative ones resolved against the folder that the command was given in.
    public var paths: [String]
    public var options: [String: String]
  }

  public enum ExitCode {
    public static let success: Int32 = 0
    /// The convention for a command line that cannot be understood.
    public static let usage: Int32 = 2
  }

  private let version: String
  private let options: [Option]

  /// - Parameters:
  ///   - id: in reverse-DNS form.
  ///   - name: what `--version` says before `version`.
  ///   - usage: what `--help` says about the arguments, for instance `[FILE…]`.
  public init(id: String, name: String, version: String, usage: String, summary: String, options: [Option] = []) {
    self.version = "\(name) \(version)"
    self.options = options
    super.init(taking: UnsafeMutableRawPointer(adw_application_new(id, G_APPLICATION_HANDLES_COMMAND_LINE)))
    g_application_set_option_context_parameter_string(cast(), usage)
    g_application_set_option_context_summary(cast(), summary)
    for option in options {
      g_application_add_main_option(
        cast(), option.name, 0, G_OPTION_FLAG_NONE, G_OPTION_ARG_STRING, option.help, option.argumentName)
    }
    g_application_add_main_option(
      cast(), "version", 0, G_OPTION_FLAG_NONE, G_OPTION_ARG_NONE, tr("Print the version and exit"), nil)
  }

  /// Runs until the last window is closed. Returns the exit code.
  /// - Parameter start: called with the command line, each time the program is started while it runs.
  public func run(_ start: @escaping (CommandLine) -> Void) -> Int32 {
    MainLoop.serveSwiftConcurrency()
    var wasUnderstood = false
    connect("handle-local-options") { [version, options] arguments in
      wasUnderstood = true
      guard let given = arguments.pointer(0)?.assumingMemoryBound(to: GVariantDict.self) else { return nil }
      if g_variant_dict_contains(given, "version") != 0 {
        print(version)
        return .int(Int(ExitCode.success))
      }
      for option in options {
        guard let choices = option.choices, let value = option.value(in: given), !choices.contains(value) else {
          continue
        }
        let message = tr("%s is not possible for --%s; these are: %s")
          .replacingFirst("%s", with: value).replacingFirst("%s", with: option.name)
          .replacingFirst("%s", with: choices.joined(separator: ", "))
        let line = Array((message + "\n").utf8)
        write(STDERR_FILENO, line, line.count)
        return .int(Int(ExitCode.usage))
      }
      return .int(Self.carryOn)
    }
    connect("command-line") { [options] arguments in
      if let commandLine = arguments.object(0) { start(CommandLine(commandLine, options: options)) }
      return .int(Int(ExitCode.success))
    }
    let status = g_application_run(cast(), Swift.CommandLine.argc, Swift.CommandLine.unsafeArgv)
    // GApplication ends with 1, and before that signal, where it does not understand an option.
    return wasUnderstood ? status : (status == ExitCode.success ? status : ExitCode.usage)
  }

  /// What a handler of local options returns to have the program start.
  private static let carryOn = -1

  /// Ends the program, whatever windows there are.
  public func quit() { g_application_quit(cast()) }

  /// Runs `action` as `app.` and its name from menus and by its shortcuts, in GTK's notation (`<Control>q`).
  public func addAction(_ name: String, shortcuts: [String], action: @escaping () -> Void) {
    let simple = Object(taking: UnsafeMutableRawPointer(g_simple_action_new(name, nil)))
    simple.on("activate", action)
    g_action_map_add_action(opaque, simple.opaque)
    var accelerators = shortcuts.map { UnsafePointer<CChar>(strdup($0)) as UnsafePointer<CChar>? } + [nil]
    gtk_application_set_accels_for_action(cast(), "app.\(name)", &accelerators)
    for accelerator in accelerators { free(UnsafeMutableRawPointer(mutating: accelerator)) }
  }
}

extension Application.CommandLine {
  fileprivate init(_ pointer: UnsafeMutableRawPointer, options: [Application.Option]) {
    let commandLine = pointer.assumingMemoryBound(to: GApplicationCommandLine.self)
    var count: gint = 0
    let arguments = g_application_command_line_get_arguments(commandLine, &count)
    defer { g_strfreev(arguments) }
    paths = (1..<max(1, Int(count))).compactMap { index in
      guard let file = g_application_command_line_create_file_for_arg(commandLine, arguments?[index]) else {
        return nil
      }
      defer { g_object_unref(UnsafeMutableRawPointer(file)) }
      guard let path = g_file_get_path(file) else { return nil }
      defer { g_free(path) }
      return String(cString: path)
    }
    self.options = [:]
    let given = g_application_command_line_get_options_dict(commandLine)
    for option in options { self.options[option.name] = option.value(in: given) }
  }
}

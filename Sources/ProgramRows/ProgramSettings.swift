package import AggSource

/// The environment and the limits of the program that a source runs, as configured.
package struct ProgramSettings: Hashable, Sendable {
    /// The origin of a secret.
    enum Secret: Hashable, Sendable {
        case variable(String)
        case command(SecretCommand)
    }

    /// The parameters of every kind that runs a program, with the limits of that kind.
    package static func parameters(idle: String, run: String) -> [Parameter] {
        [
            Parameter(
                "env", .list,
                help: "Environment variables to pass in addition to PATH, HOME, LANG, and TMPDIR, e.g. [API_URL]."),
            Parameter(
                "secrets", .mapping, namesProgram: true,
                help: "Secrets to pass as environment variables, each read from a command or another variable, e.g. "
                    + "{API_TOKEN: {command: \"pass show api\"}} or {API_TOKEN: {env: MY_TOKEN}}."),
            Parameter(
                "idle_timeout", .duration, default: idle, affectsRows: false,
                help: "Stop the program if it prints nothing for this long."),
            Parameter(
                "run_timeout", .duration, default: run, affectsRows: false,
                help: "Stop the program if it runs for this long."),
        ]
    }

    /// The variables that every program gets.
    private static let standard = ["PATH", "HOME", "LANG", "TMPDIR"]

    private let source: SourceID
    private let variables: [String]
    private let secrets: [String: Secret]
    private let idleTimeout: Duration
    private let runTimeout: Duration

    /// Reads the settings, and adds their errors to the faults.
    package init(_ configuration: SourceConfiguration, faults: inout [ConfigurationFault]) {
        source = configuration.id
        variables = configuration.list("env") ?? []
        idleTimeout = configuration.duration("idle_timeout") ?? .seconds(60)
        runTimeout = configuration.duration("run_timeout") ?? .seconds(600)
        var secrets: [String: Secret] = [:]
        for member in configuration.mapping("secrets")?.members ?? [] {
            if let secret = Self.secret(member.value) {
                secrets[member.name] = secret
            } else {
                faults.append(
                    ConfigurationFault(
                        "\(configuration.id): the secret \(member.name) must be {command: \"…\"} or {env: NAME}"))
            }
        }
        self.secrets = secrets
        for name in variables + secrets.keys.sorted() where !Self.isName(name) {
            faults.append(
                ConfigurationFault("\(configuration.id): “\(name)” is not a valid name for an environment variable"))
        }
        for (name, span) in [("idle_timeout", idleTimeout), ("run_timeout", runTimeout)] where span <= .zero {
            faults.append(ConfigurationFault("\(configuration.id): \(name) must be longer than 0 s"))
        }
    }

    /// The environment of the program, with its secrets.
    ///
    /// - Throws: `SourceError.unauthorized` if a secret is not available, `.cancelled`.
    package func environment(_ services: SourceServices) async throws(SourceError) -> ProgramEnvironment {
        var environment = ProgramEnvironment(variables: ["PATH": "/usr/local/bin:/usr/bin:/bin"])
        for name in Self.standard + variables {
            environment.variables[name] = services.environment[name] ?? environment.variables[name]
        }
        for (name, secret) in secrets.sorted(by: { $0.key < $1.key }) {
            environment.secrets[name] = try await value(of: secret, named: name, services)
        }
        environment.variables.merge(environment.secrets) { $1 }
        return environment
    }

    /// Creates a program with the configured limits.
    package func program(
        _ path: String, _ arguments: [Program.Argument], in environment: ProgramEnvironment
    ) -> Program {
        Program(
            path, arguments, environment: environment.variables, idleTimeout: idleTimeout, runTimeout: runTimeout)
    }

    private func value(
        of secret: Secret, named name: String, _ services: SourceServices
    ) async throws(SourceError) -> String {
        switch secret {
        case .variable(let variable):
            guard let value = services.environment[variable], !value.isEmpty else {
                throw .unauthorized("the variable \(variable) for the secret \(name) of \(source) is not set")
            }
            services.learnSecret(value)
            return value
        case .command(let command):
            do throws(SourceError) {
                let value = try await services.secret(of: command)
                guard !value.isEmpty else { throw SourceError.unauthorized("printed nothing") }
                return value
            } catch .unauthorized(let reason) {
                throw .unauthorized("the command for the secret \(name) of \(source) \(reason)")
            }
        }
    }

    private static func secret(_ json: JSONValue) -> Secret? {
        guard let members = json.objectValue?.members, members.count == 1, let member = members.first else {
            return nil
        }
        switch (member.name, member.value) {
        case ("env", .string(let name)) where !name.isEmpty: return .variable(name)
        case ("command", .string(let text)) where !text.isEmpty: return .command(SecretCommand(shell: text))
        case ("command", .array(let items)):
            let words = items.compactMap(\.stringValue)
            return words.isEmpty || words.count < items.count ? nil : .command(SecretCommand(words))
        default: return nil
        }
    }

    /// Whether a text can be the name of an environment variable.
    package static func isName(_ text: String) -> Bool {
        guard let first = text.utf8.first, !first.isASCIIDigit else { return false }
        return text.utf8.allSatisfy { $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "_") }
    }
}

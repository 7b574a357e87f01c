import AggSource

extension Arguments {
    /// Ensures that a command reads and writes no file by name: a word that would be the verb of a form with a file,
    /// such as `export`, becomes an ordinary word.
    ///
    /// - Throws: A usage error for an option with a file, and for a command that takes a file itself.
    mutating func refuseFiles(for declaration: CommandDeclaration) throws(CommandError) {
        guard !declaration.arguments.contains(where: \.value.isOfFiles) else {
            throw .usage("“\(declaration.name)” is not available here")
        }
        for option in declaration.allOptions where option.value?.kind.isOfFiles == true && has(option) {
            throw .usage("\(option.name) is not available here")
        }
        guard let first = words.first, first.literalFrom == nil,
            declaration.forms.contains(where: {
                $0.verb == first.text && $0.arguments.contains(where: \.value.isOfFiles)
            })
        else { return }
        words[0] = Word(first.text, isQuoted: true)
    }
}

extension CommandDeclaration.Value {
    /// Whether a value can name a file or folder.
    fileprivate var isOfFiles: Bool {
        switch self {
        case .file, .folder, .kindOrFile, .sourceOrFile: true
        default: false
        }
    }
}

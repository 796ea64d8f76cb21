package traceglass.app.symbols;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Sources of symbols, chosen by the user.
///
/// @param folders folders with binaries and Breakpad files
/// @param mappings mappings of R8 and ProGuard
/// @param kernel a copy of `/proc/kallsyms` or a `System.map`, or null
/// @param usesDebuginfod whether debuginfod servers may be used, which then receive the build ids of the trace
public record SymbolChoices(List<Path> folders, List<MappingFile> mappings, Path kernel, boolean usesDebuginfod) {

    public static final SymbolChoices NONE = new SymbolChoices(List.of(), List.of(), null, false);

    public SymbolChoices {
        folders = List.copyOf(folders);
        mappings = List.copyOf(mappings);
    }

    /// A mapping file.
    ///
    /// @param packageName Android package that it belongs to, empty for all packages in the trace
    public record MappingFile(String packageName, Path file) {

        /// Parses `PACKAGE=FILE` or `FILE`.
        public static MappingFile parse(String text) {
            int equalsSign = text.indexOf('=');
            boolean hasPackage = equalsSign > 0 && text.substring(0, equalsSign).matches("[A-Za-z][\\w]*(\\.[\\w]+)*");
            return new MappingFile(
                    hasPackage ? text.substring(0, equalsSign) : "",
                    Path.of(hasPackage ? text.substring(equalsSign + 1) : text));
        }

        @Override
        public String toString() {
            return packageName.isEmpty() ? file.toString() : packageName + "=" + file;
        }
    }

    public boolean isEmpty() {
        return folders.isEmpty() && mappings.isEmpty() && kernel == null && !usesDebuginfod;
    }

    public SymbolChoices withFolders(List<Path> newFolders) {
        return new SymbolChoices(newFolders, mappings, kernel, usesDebuginfod);
    }

    public SymbolChoices withMappings(List<MappingFile> files) {
        return new SymbolChoices(folders, files, kernel, usesDebuginfod);
    }

    public SymbolChoices withKernel(Path newKernel) {
        return new SymbolChoices(folders, mappings, newKernel, usesDebuginfod);
    }

    public SymbolChoices withDebuginfod(boolean isAllowed) {
        return new SymbolChoices(folders, mappings, kernel, isAllowed);
    }

    /// Returns these choices as lines of text, for the settings.
    public String text() {
        List<String> lines = new ArrayList<>();
        folders.forEach(f -> lines.add("folder " + f));
        mappings.forEach(m -> lines.add("mapping " + m));
        if (kernel != null) {
            lines.add("kernel " + kernel);
        }
        if (usesDebuginfod) {
            lines.add("debuginfod on");
        }
        return String.join("\n", lines);
    }

    /// Parses the result of [#text]; unknown lines are ignored.
    public static SymbolChoices parse(String text) {
        SymbolChoices choices = NONE;
        for (String line : text.lines().toList()) {
            String value = line.substring(line.indexOf(' ') + 1);
            try {
                choices = switch (line.substring(0, Math.max(0, line.indexOf(' ')))) {
                    case "folder" -> choices.withFolders(with(choices.folders, Path.of(value)));
                    case "mapping" -> choices.withMappings(with(choices.mappings, MappingFile.parse(value)));
                    case "kernel" -> choices.withKernel(Path.of(value));
                    case "debuginfod" -> choices.withDebuginfod(value.equals("on"));
                    default -> choices;
                };
            } catch (InvalidPathException e) {
                // A path that was written on another system.
            }
        }
        return choices;
    }

    /// Returns the list with an element at its end, from which an equal earlier element is removed.
    static <T> List<T> with(List<T> list, T item) {
        return Stream.concat(list.stream().filter(e -> !e.equals(item)), Stream.of(item))
                .collect(Collectors.toList());
    }
}

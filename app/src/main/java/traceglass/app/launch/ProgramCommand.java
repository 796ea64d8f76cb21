package traceglass.app.launch;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The command that starts this program again.
public final class ProgramCommand {

    private static final String MAIN = "traceglass.app.start.Main";

    /// Maximum length of an argument. Linux accepts 128 KiB in an argument, Windows 32 KiB in all of them.
    private static final int MAX_ARGUMENT = File.separatorChar == '/' ? 100_000 : 20_000;

    private ProgramCommand() {}

    /// Returns the path of Java and its options; the arguments of Traceglass follow.
    ///
    /// @param folder folder for a file with the options of Java, if they are too long for a command line
    public static List<String> command(Path folder) throws IOException {
        Path running = Path.of(ProcessHandle.current().info().command().orElse("java"));
        boolean isInstalled = !running.getFileName().toString().startsWith("java");
        if (isInstalled) {
            return List.of(running.toString());
        }
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String classes = classPath();
        if (classes.length() <= MAX_ARGUMENT) {
            // No options file: it could be changed before the command is started.
            return List.of(java, "-Xlog:disable", "--enable-native-access=ALL-UNNAMED", "-cp", classes, MAIN);
        }
        Path options = folder.resolve("java.options");
        Files.writeString(options, "-Xlog:disable --enable-native-access=ALL-UNNAMED -cp " + quoted(classes) + "\n");
        return List.of(java, "@" + options, MAIN);
    }

    /// Returns the class path with absolute paths, because the program may start in another folder.
    private static String classPath() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}

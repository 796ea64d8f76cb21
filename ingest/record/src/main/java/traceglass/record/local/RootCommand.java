package traceglass.record.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import traceglass.record.spi.RecordProblem;
import traceglass.record.spi.RecordProblem.Kind;

/// The command that starts the built-in tracing service with root privileges. It is shown before it runs.
///
/// @param words program and arguments
/// @param folder private folder of this user for the sockets
public record RootCommand(List<String> words, Path folder) {

    /// Finds the command that starts Traceglass.
    public interface Program {

        /// Returns the command without arguments for Traceglass.
        ///
        /// @param folder folder for files that the command needs
        List<String> command(Path folder) throws IOException;
    }

    static final String CONSUMER = "consumer.sock";

    public RootCommand {
        words = List.copyOf(words);
    }

    /// Prepares the command.
    ///
    /// @param program finds the command that starts Traceglass
    /// @param environment environment variables, for the search path
    /// @param isInWindow whether to ask for the password in a window with `pkexec`; otherwise in the terminal
    ///     with `sudo`
    public static RootCommand prepare(Program program, Map<String, String> environment, boolean isInWindow)
            throws RecordProblem {
        List<String> words = new ArrayList<>(passwordCommand(environment, isInWindow));
        Path folder;
        try {
            folder = Files.createTempDirectory("traceglass-root");
            words.addAll(program.command(folder));
        } catch (IOException e) {
            throw new RecordProblem(Kind.DISK, LocalTexts.noRootFolder(RecordProblem.reason(e)), e);
        }
        words.addAll(List.of(
                "service",
                "--probes",
                "--producer-socket",
                folder.resolve("producer.sock").toString(),
                "--consumer-socket",
                folder.resolve(CONSUMER).toString(),
                "--socket-owner",
                System.getProperty("user.name"),
                "--until-input-ends"));
        return new RootCommand(words, folder);
    }

    private static List<String> passwordCommand(Map<String, String> environment, boolean isInWindow)
            throws RecordProblem {
        Path pkexec = find("pkexec", environment);
        Path sudo = find("sudo", environment);
        if (isInWindow) {
            if (pkexec != null) {
                return List.of(pkexec.toString());
            }
            if (sudo != null && !environment.getOrDefault("SUDO_ASKPASS", "").isEmpty()) {
                return List.of(sudo.toString(), "-A");
            }
            throw new RecordProblem(Kind.NOT_FOUND, LocalTexts.NO_PKEXEC);
        }
        if (sudo != null) {
            return List.of(sudo.toString());
        }
        if (pkexec != null) {
            return List.of(pkexec.toString());
        }
        if (LocalTarget.isRoot()) {
            return List.of();
        }
        throw new RecordProblem(Kind.NOT_FOUND, LocalTexts.NO_SUDO);
    }

    private static @Nullable Path find(String program, Map<String, String> environment) {
        for (String folder : environment.getOrDefault("PATH", "").split(":")) {
            Path file = Path.of(folder, program);
            if (!folder.isEmpty() && Files.isExecutable(file)) {
                return file;
            }
        }
        return null;
    }

    /// Returns the command in shell syntax.
    public String text() {
        return words.stream().map(RootCommand::quoted).collect(Collectors.joining(" "));
    }

    private static String quoted(String word) {
        return word.matches("[\\w@%+=:,./-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }

    /// Deletes the folder if the command is not going to run.
    public void discard() {
        RootService.deleteFolder(folder);
    }
}

package traceglass.service.probe.journal;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import traceglass.protos.config.DataSourceConfig;
import traceglass.service.probe.ProbeContext;
import traceglass.service.probe.ProbeInstance;
import traceglass.service.probe.ProbeRefused;
import traceglass.service.probe.ServiceProbe;

/// Records messages that programs, services and the kernel write to the systemd journal during a session.
public final class JournalProbe implements ServiceProbe {

    private final String program;

    /// Creates a probe that reads the journal of this computer.
    public JournalProbe() {
        this("journalctl");
    }

    /// @param program name or path of `journalctl`
    JournalProbe(String program) {
        this.program = program;
    }

    @Override
    public String name() {
        return "linux.systemd_journald";
    }

    @Override
    public String refusal() {
        return find().isPresent() ? "" : "The systemd journal is read with journalctl, which is not installed.";
    }

    @Override
    public ProbeInstance create(DataSourceConfig config, ProbeContext context) throws ProbeRefused {
        ProbeRefused.throwUnlessEmpty(refusal());
        return new JournalInstance(find().orElse(program), config.getJournaldConfig(), context);
    }

    private Optional<String> find() {
        String folders = program.contains("/") ? "" : System.getenv().getOrDefault("PATH", "");
        for (String folder : List.of(folders.split(File.pathSeparator, -1))) {
            try {
                Path file = Path.of(folder, program);
                if (Files.isExecutable(file)) {
                    return Optional.of(file.toString());
                }
            } catch (InvalidPathException e) {
                // Not a valid path.
            }
        }
        return Optional.empty();
    }
}

package traceglass.service.probe.ftrace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import traceglass.protos.ftrace.FtraceStats;
import traceglass.protos.trace.TracePacket;
import traceglass.service.probe.SeenIds;
import traceglass.service.testing.FakeTracefs;
import traceglass.service.testing.ProbeRecording;

/// Base class of tests of the ftrace probe, with a fake tracefs folder.
abstract class FtraceFixture {

    @TempDir
    Path folder;

    final SeenIds seen = new SeenIds();
    FakeTracefs kernel;
    Path proc;

    @BeforeEach
    void createFolders() throws IOException {
        kernel = new FakeTracefs(folder.resolve("tracing"));
        proc = Files.createDirectories(folder.resolve("proc"));
        Files.writeString(proc.resolve("meminfo"), "MemTotal:        4000000 kB\n");
        Files.writeString(proc.resolve("kallsyms"), """
            00000000000000a0 T late_function
            0000000000000050 t early_function
            0000000000000060 D some_data
            """);
    }

    FtraceProbe probe() {
        return new FtraceProbe(List.of(folder.resolve("none"), kernel.folder()), proc, seen);
    }

    /// Config of the data source.
    static String source(String config) {
        return "data_sources { config { name: 'linux.ftrace' ftrace_config { " + config + " } } } ";
    }

    /// Starts a recording with this config of the probe.
    ProbeRecording start(String config) throws Exception {
        return ProbeRecording.start(List.of(probe()), source(config));
    }

    static FtraceStats stats(List<TracePacket> packets, FtraceStats.Phase phase) {
        return packets.stream()
                .map(TracePacket::getFtraceStats)
                .filter(s -> s.getPhase() == phase)
                .findFirst()
                .orElseThrow();
    }
}

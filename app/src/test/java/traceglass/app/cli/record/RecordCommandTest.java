package traceglass.app.cli.record;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.app.cli.CommandRun;
import traceglass.app.cli.StartedProgram;
import traceglass.app.launch.SampleTrace;
import traceglass.app.testing.InstalledDaemons;
import traceglass.protos.config.TraceConfig;
import traceglass.record.config.Preset;
import traceglass.record.config.check.ConfigText;
import traceglass.record.spi.Platform;

class RecordCommandTest {

    @TempDir
    Path folder;

    private final Map<String, String> environment = new HashMap<>();

    @Test
    void printsThePresetsAndTheirConfigsInBothForms() throws Exception {
        CommandRun list = CommandRun.of("config");
        assertTrue(list.out().contains("thermal") && list.out().contains("scheduling"), list.out());
        TraceConfig expected = Preset.find(Platform.ANDROID, "battery")
                .orElseThrow()
                .settings()
                .config();
        CommandRun text = CommandRun.of("config", "--preset", "battery");
        assertEquals(expected, ConfigText.parse(text.out()).config());
        CommandRun binary = CommandRun.of("config", "--preset", "battery", "--binary");
        assertEquals(expected, TraceConfig.parseFrom(binary.bytes()));
        Path file = Files.write(folder.resolve("battery.cfg"), binary.bytes());
        assertEquals(text.out(), CommandRun.of("config", "-c", file.toString()).out());
        assertArrayEquals(
                binary.bytes(),
                CommandRun.of(
                                "config",
                                "-c",
                                Files.writeString(folder.resolve("b.pbtxt"), text.out())
                                        .toString(),
                                "--binary")
                        .bytes());
    }

    @Test
    void reportsThePositionOfErrorsInAConfig() throws Exception {
        Path file = Files.writeString(
                folder.resolve("c.pbtxt"),
                "buffers {\n  size_kb: 4096\n}\ndata_sources {\n  config { nane: \"x\" }\n}\n");
        CommandRun r = CommandRun.of("record", "--target", "local", "-c", file.toString());
        assertEquals(1, r.code());
        assertEquals(
                "traceglass: " + file + ":5:12: DataSourceConfig has no field nane. Did you mean name?",
                r.err().strip());
        Files.writeString(
                file,
                "buffers {\n"
                        + "  size_kb: 4096\n"
                        + "}\n"
                        + "data_sources {\n"
                        + "  config {\n"
                        + "    name: \"x\"\n"
                        + "    target_buffer: 4\n"
                        + "  }\n"
                        + "}\n");
        assertTrue(CommandRun.of("record", "--target", "local", "-c", file.toString())
                .err()
                .contains(file + ":7:5: "));
        Files.writeString(file, "buffers { size_kb: 1073741824 }\ndata_sources { config { name: \"x\" } }\n");
        CommandRun large = CommandRun.of("record", "--target", "local", "-c", file.toString());
        assertTrue(large.err().contains(file + ":1:11: ") && large.err().contains("1 TB"), large.err());
    }

    @Test
    void reportsThatAFileIsTooLargeForAConfig() throws Exception {
        Path large = folder.resolve("large");
        Files.write(large, new byte[(16 << 20) + 1]);
        CommandRun r = CommandRun.of("config", "-c", large.toString());
        assertEquals(1, r.code());
        assertTrue(r.err().contains(large.toString()) && r.err().contains("Is it a trace?"), r.err());
    }

    @Test
    void printsTheConfigOfATraceAndSuggestsItForRecording() throws Exception {
        Path trace = SampleTrace.file();
        CommandRun reused = CommandRun.of("config", "-c", trace.toString(), "--no-cache");
        assertEquals(0, reused.code(), reused.err());
        TraceConfig config = ConfigText.parse(reused.out()).config();
        assertTrue(config.getBuffersCount() > 0 && config.getDataSourcesCount() > 0, reused.out());
        CommandRun again = CommandRun.of("record", "--target", "local", "-c", trace.toString());
        assertEquals(1, again.code());
        assertTrue(
                again.err().contains("a trace (Perfetto trace), not a config")
                        && again.err().contains("traceglass config -c " + trace),
                again.err());
        // Compressed or not, and in any format.
        Path plain = folder.resolve("plain.pftrace");
        try (java.io.InputStream in = new java.util.zip.GZIPInputStream(Files.newInputStream(trace))) {
            Files.copy(in, plain);
        }
        assertTrue(CommandRun.of("record", "--target", "local", "-c", plain.toString())
                .err()
                .contains("not a config"));
        Path json = Files.writeString(
                folder.resolve("t.json"),
                "{\"traceEvents\": [{\"ph\": \"X\", \"ts\": 1, \"dur\": 2, \"pid\": 1, \"tid\": 1, \"name\": \"a\"}]}");
        CommandRun none = CommandRun.of("config", "-c", json.toString(), "--no-cache");
        assertEquals(1, none.code());
        assertEquals(
                "traceglass: " + json + " is a trace that does not contain its config",
                none.err().strip());
    }

    @Test
    void doesNotMistakeAConfigForATrace() throws Exception {
        for (String text : List.of("\nbuffers { size_kbs: 1 }", " buffers { size_kb: }", "buffers")) {
            CommandRun r = CommandRun.of(
                    "config",
                    "-c",
                    Files.writeString(folder.resolve("wrong.pbtxt"), text).toString());
            assertEquals(1, r.code(), text);
            assertTrue(r.err().matches("(?s)traceglass: \\S+wrong.pbtxt:\\d+:\\d+: .*"), r.err());
        }
    }

    @Test
    void rejectsInvalidArguments() {
        assertEquals(2, CommandRun.of("record", "-t", "0").code());
        assertEquals(2, CommandRun.of("record", "-t", "soon").code());
        assertEquals(
                2,
                CommandRun.of("record", "--target", "local", "--preset", "nope").code());
        assertEquals(
                2,
                CommandRun.of(
                                "record",
                                "--target",
                                "local",
                                "-c",
                                InstalledDaemons.config(folder).toString(),
                                "--mode",
                                "long")
                        .code());
        assertEquals(
                2,
                CommandRun.of("record", "--target", "local", "--preset", "default", "sched")
                        .code());
        CommandRun target = CommandRun.of("record", "--target", "moon");
        assertEquals(1, target.code());
        assertTrue(target.err().contains("local, adb, adb:SERIAL, chrome"), target.err());
        assertEquals(1, target.err().lines().count());
    }

    @Test
    void recordsFromThisComputer() {
        Path bin = InstalledDaemons.bin();
        Path trace = folder.resolve("t.pftrace");
        CommandRun r = CommandRun.of(
                "record",
                "--target",
                "local",
                "--daemons",
                bin.toString(),
                "-t",
                "500ms",
                "-o",
                trace.toString(),
                "-c",
                InstalledDaemons.config(folder).toString());
        assertEquals(0, r.code(), r.err());
        assertTrue(r.out().startsWith(trace.toString()), r.out());
        assertTrue(CommandRun.of("query", "--no-cache", "select count(*) > 5 as enough from counter", trace.toString())
                .out()
                .endsWith("\n1\n"));
    }

    /// Replaces sudo with a script that runs the command without asking.
    @Test
    void recordsAsRootThroughAServiceThatEndsWithTheCommand() throws Exception {
        assumeTrue(System.getProperty("os.name").equals("Linux"), "the root service needs Linux");
        Path bin = Files.createDirectories(folder.resolve("bin"));
        Path sudo = Files.writeString(
                bin.resolve("sudo"), "#!/bin/sh\necho $$ > " + folder.resolve("pid") + "\nexec \"$@\"\n");
        assertTrue(sudo.toFile().setExecutable(true));
        Path trace = folder.resolve("root.pftrace");
        Path config = Files.writeString(folder.resolve("perf.pbtxt"), """
            buffers { size_kb: 1024 }
            data_sources { config { name: "linux.perf" perf_event_config { timebase { frequency: 100 } } } }
            """);
        environment.put("PATH", bin.toString());
        StartedProgram process = StartedProgram.start(
                folder,
                environment,
                "record",
                "--as-root",
                "-t",
                "300ms",
                "-o",
                trace.toString(),
                "-c",
                config.toString());
        int code = process.exitCode();
        String err = process.err();
        assertEquals(0, code, err);
        assertTrue(err.contains("Running as root: " + sudo + " "), err);
        assertTrue(err.contains(" traceglass.app.start.Main service --probes --producer-socket /"), err);
        assertTrue(Files.size(trace) > 100);
        long pid = Long.parseLong(Files.readString(folder.resolve("pid")).strip());
        assertTrue(ProcessHandle.of(pid).isEmpty(), "the service has ended");
    }

    @Test
    void reportsThatRootAccessWasDenied() throws Exception {
        assumeTrue(System.getProperty("os.name").equals("Linux"), "the root service needs Linux");
        Path bin = Files.createDirectories(folder.resolve("bin"));
        Path sudo =
                Files.writeString(bin.resolve("sudo"), "#!/bin/sh\necho 'sudo: 3 incorrect attempts' >&2\nexit 1\n");
        assertTrue(sudo.toFile().setExecutable(true));
        environment.put("PATH", bin.toString());
        StartedProgram process = StartedProgram.start(
                folder,
                environment,
                "record",
                "--as-root",
                "-c",
                InstalledDaemons.config(folder).toString());
        assertEquals(1, process.exitCode());
        String err = process.err();
        assertTrue(err.contains("Can't start the service as root: " + sudo), err);
        assertTrue(err.contains("(sudo: 3 incorrect attempts)"), err);
    }

    @Test
    void savesTheTraceOnInterrupt() throws Exception {
        assertSavesTheTraceOn("INT");
        assertTrue(Files.readString(folder.resolve("err"))
                .contains("traceglass: stopping; press Ctrl+C again to discard the recording"));
    }

    @Test
    void savesTheTraceWhenTheTerminalCloses() throws Exception {
        assertSavesTheTraceOn("HUP");
    }

    private void assertSavesTheTraceOn(String signal) throws Exception {
        Path bin = InstalledDaemons.bin();
        assumeTrue(System.getProperty("os.name").equals("Linux"), "interrupts are sent with kill");
        Path trace = folder.resolve("interrupted.pftrace");
        StartedProgram process = StartedProgram.start(
                folder,
                environment,
                "record",
                "--target",
                "local",
                "--daemons",
                bin.toString(),
                "--start-after",
                "500ms",
                "-o",
                trace.toString(),
                "-c",
                InstalledDaemons.config(folder).toString(),
                "-t",
                "1h");
        try {
            process.awaitErrorOutput("Starting in 500 ms");
            process.awaitErrorOutput("Recording for 1 h");
            Thread.sleep(1000);
            process.kill(signal);
            assertEquals(0, process.exitCode(), process.err());
        } finally {
            process.close();
        }
        assertTrue(Files.readString(folder.resolve("out")).startsWith(trace.toString()));
        assertTrue(CommandRun.of("query", "--no-cache", "select count(*) > 5 as enough from counter", trace.toString())
                .out()
                .endsWith("\n1\n"));
    }

    @Test
    void listsTheRecordingTargets() {
        CommandRun r = CommandRun.of("devices");
        assertEquals(0, r.code());
        assertTrue(
                r.out().lines().anyMatch(l -> l.startsWith("local "))
                        && r.out().lines().anyMatch(l -> l.startsWith("chrome ")),
                r.out());
    }

    @Test
    void convertsCategoriesIntoAConfig() throws Exception {
        Path bin = InstalledDaemons.bin();
        Path trace = folder.resolve("words.pftrace");
        CommandRun r = CommandRun.of(
                "record",
                "--target",
                "local",
                "--daemons",
                bin.toString(),
                "-t",
                "500ms",
                "-o",
                trace.toString(),
                "cpu",
                "ps");
        assertEquals(0, r.code(), r.err());
        assertTrue(CommandRun.of("query", "--no-cache", "select count(*) > 0 as some from process", trace.toString())
                .out()
                .endsWith("\n1\n"));
    }
}
